/** Colours for the canvas and for exported pictures, read from the style sheet, so that they follow the theme. */
export interface Palette {
  paper: string;
  sheet: string;
  rule: string;
  edge: string;
  ink: string;
  soft: string;
  accent: string;
  wash: string;
  felt: string;
  feltRule: string;
  black: string;
  white: string;
  sans: string;
}

const NAMES: Readonly<Record<Exclude<keyof Palette, 'sans'>, string>> = {
  paper: '--paper',
  sheet: '--sheet',
  rule: '--rule',
  edge: '--edge',
  ink: '--ink',
  soft: '--ink-soft',
  accent: '--accent',
  wash: '--accent-wash',
  felt: '--felt',
  feltRule: '--felt-rule',
  black: '--disc-black',
  white: '--disc-white',
};

/** Resolves the variables through an element's colour, since their text may be light-dark(…). */
export function paletteOf(host: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const colors = Object.entries(NAMES).map(([key, name]) => {
    probe.style.color = `var(${name})`;
    return [key, getComputedStyle(probe).color];
  });
  const sans = getComputedStyle(host).fontFamily;
  probe.remove();
  return { ...(Object.fromEntries(colors) as Omit<Palette, 'sans'>), sans };
}
