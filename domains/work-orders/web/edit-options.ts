/**
 * The options of a select in the edit form. If the present value is not among them, it is added first, so that saving without a
 * choice changes nothing. `spelling` is the present value as the options would spell it.
 */
export const withPresentFirst = (
  options: readonly string[],
  spelling: string,
  present: string,
): readonly string[] => (options.includes(spelling) ? options : [present, ...options]);
