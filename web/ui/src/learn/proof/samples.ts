/** Small certificates, made by `kaeshi prove --size 4 --leaf 4`: the value of 4×4 is −10 for Black. */
import type { Sentence } from '../tree/types';

export interface Sample {
  name: Sentence;
  file: () => Uint8Array<ArrayBuffer>;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

const AT_MOST =
  'H4sIAAAAAAAC/4zQsWsUQRQG8OxuuD2Fm5R2y/JhoTCbuznjGgebgH1SyYpYjJfJ3ZLZnWFm91TigfZCKkFE2Mq/wCJglQgHtv4B6Q8RCQQ7C0mK' +
  'XJqDe9WD9+N98B3ADUayEODYF9KN8q6xWu91GShsraQDh65GUikNCqNdXuW6BEdyMdtZkmTbl2ucgWKgRF6AQ1RxoV0FirFQtQRPWI9CSbEHvkEx' +
  'tLo2DvzZAWRhqtfg9ymM1WNpwVMKbYwuZVmB9yb0yqRzwxaZB0v8eTg39xYZxpYIY/056l1HbPKcQjhXF+aiLXd5HspSWlFpe1V1fGdXjqW6S+Oh' +
  'Zuv9dH2Txiov61ddUeymGzTeepL1431pS6kcJjcP/Rlpt3+R1dZvsurNiP83mpKw9Z2sHGIWek1wEoRvo5PAP/OOg3ClHZLjIPR+BGEz2Oqcre10' +
  'yE6nOfe9teY8aG1+eIePj/+5W0enj/78jG48/fri8+3T6NO36csv0/dvjv4HAAD//3pXpToZAgAA';

const AT_LEAST =
  'H4sIAAAAAAAC/4zQP2sUQRgG8J07cQ9j2KD4hyt0eSqFudztmZzHFIKFaBNSaRbEYkje3C2Z3RlmdhclHGwjtjbBzm39EBZR8COIWukHsDgQIYUR' +
  'OcGkWvCt3uLH+z48+3DbU0olBPYkuWnSN1br3X4EDlsochDQ+ZSU0uAw2iV5ojMI9BazGfd68ebfNYzBsa1kkkJA5qEi6XJwlFIVBNGLBhyK5C7E' +
  'GsfE6sI4iMf7oNTkzyDWOYzVJVmIiEMbozPKcojBjJ+Y0akZN5nb/3FnfGrWm8wi7j90qxENG7894ZDOFalZ1OUgBhwTysjKXNuTrsMbO1SSusnD' +
  'iY5Wh6PVMQ9VkhVP+zLdGa3x8O6jeBjukc1IOczOvWod+17d+txuHwUf20svVvzz5rnf6ZB/5h5rJa158M7v1Bd+M6++WPrVStebB0fMe3ntgC3P' +
  'r79hXu0uL1WH7FJQ3VkO6h/ts+y1q3493Jh9e//2/hXd/X549eeD440PW5+yL92vB90t9icAAP//PpAXByACAAA=';

export const SAMPLES: readonly [Sample, Sample] = [
  { name: { en: '4×4: Black scores at most −10', ja: '4×4: 黒は −10 以下' }, file: () => bytesOf(AT_MOST) },
  { name: { en: '4×4: Black scores at least −10', ja: '4×4: 黒は −10 以上' }, file: () => bytesOf(AT_LEAST) },
];
