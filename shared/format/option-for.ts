/** The allowed value that is written, by itself or by its label, in any letter case: `Office Space` is `office`. */
export function optionFor(written: string, options: Readonly<Record<string, string>>): string | undefined {
  const found = Object.entries(options).find(
    ([value, label]) => loose(value) === loose(written) || loose(label) === loose(written),
  );
  return found?.[0];
}

const loose = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
