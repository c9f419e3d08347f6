/**
 * Translates the error messages of the server, which are English. A table maps the format strings of the messages, such
 * as "%s is taken", to formats in another language; a test of package web/api checks that it has all of them. Formats
 * have the verbs of Go's package fmt: %q is a quoted text, %d a number, and any other verb may be a message itself.
 */
export type Formats = Readonly<Record<string, string>>;

interface Rule {
  readonly pattern: RegExp;
  /** The verbs of the message, in order. */
  readonly verbs: readonly string[];
  readonly translation: string;
}

const VERB = /%(?:\[(\d+)\])?[+.0-9]*([a-z])/g;

const PATTERNS: Readonly<Record<string, string>> = {
  q: '("(?:[^"\\\\]|\\\\.)*")',
  d: '([-+]?\\d+)',
  s: '((?:(?!: ).)+?)', // without a colon, so that it does not take in the context of the message
};
const ANY = '(.+?)';

/** Words that are arguments of many messages. */
const COLORS: Readonly<Record<string, string>> = { black: '黒', white: '白' };

/** Returns a function that translates a message. It leaves text that matches no format unchanged. */
export function translator(formats: Formats): (message: string) => string {
  const rules = Object.entries(formats).map(rule).sort(byConstantText);

  function translate(message: string): string {
    const color = COLORS[message.toLowerCase()];
    if (color) return color;
    for (const { pattern, verbs, translation } of rules) {
      const found = pattern.exec(message);
      if (found)
        return filled(
          translation,
          found.slice(1).map((text, i) => (isText(verbs[i]) ? translate(text) : text)),
        );
    }
    const [context, rest] = splitAtColon(message);
    return rest ? `${translate(context)}: ${translate(rest)}` : message;
  }

  return (message) =>
    message
      .split('\n')
      .map((line) => {
        const sentence = line.replace(/\.$/, '');
        const translated = translate(sentence);
        if (translated === sentence) return line;
        return sentence === line ? translated : `${translated}。`;
      })
      .join('\n');
}

const isText = (verb = ''): boolean => verb !== 'q' && verb !== 'd';

function rule([format, translation]: [string, string]): Rule & { readonly constant: number } {
  const verbs: string[] = [];
  let source = '';
  let end = 0;
  for (const found of format.matchAll(VERB)) {
    const verb = found[2] ?? '';
    verbs.push(verb);
    source += escaped(format.slice(end, found.index)) + (PATTERNS[verb] ?? ANY);
    end = found.index + found[0].length;
  }
  source += escaped(format.slice(end));
  return { pattern: new RegExp(`^${source}$`), verbs, translation, constant: format.replace(VERB, '').length };
}

/** Orders rules so that the ones with more constant text come first, since they are more specific. */
const byConstantText = (a: { readonly constant: number }, b: { readonly constant: number }): number =>
  b.constant - a.constant;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Replaces the verbs of a format by the arguments. */
function filled(format: string, args: readonly string[]): string {
  let next = 0;
  return format.replace(VERB, (_, position: string | undefined) => {
    if (position) next = Number(position) - 1;
    return args[next++] ?? '';
  });
}

/** Splits a message at the first colon that is not quoted. */
function splitAtColon(message: string): [string, string] {
  const found = /^((?:[^":]|"(?:[^"\\]|\\.)*"|:(?! ))+): (.+)$/.exec(message);
  return [found?.[1] ?? message, found?.[2] ?? ''];
}
