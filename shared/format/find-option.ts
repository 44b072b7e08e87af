import { foldText } from "../fold-text.ts";

/**
 * Finds an allowed value by the value itself or by its label, in any letter case: `Office Space` is `office`.
 */
export function findOption(text: string, options: Readonly<Record<string, string>>): string | undefined {
  const match = Object.entries(options).find(
    ([value, label]) => normalize(value) === normalize(text) || normalize(label) === normalize(text),
  );
  return match?.[0];
}

const normalize = (text: string) => foldText(text.trim()).replace(/[\s_-]+/g, " ");
