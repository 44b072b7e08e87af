/**
 * The options of a choice in the edit form, with the present value first when it is none of them; then choosing nothing
 * changes nothing. `spelling` is how the options would write the present value.
 */
export const withPresentFirst = (
  options: readonly string[],
  spelling: string,
  present: string,
): readonly string[] => (options.includes(spelling) ? options : [present, ...options]);
