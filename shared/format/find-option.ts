/**
 * Finds an allowed value by the value itself or by its label, in any letter case: `Office Space` is `office`.
 */
export function findOption(written: string, options: Readonly<Record<string, string>>): string | undefined {
  const found = Object.entries(options).find(
    ([value, label]) => normalize(value) === normalize(written) || normalize(label) === normalize(written),
  );
  return found?.[0];
}

const normalize = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
