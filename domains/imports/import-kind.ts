import type { ValueType } from "./read-values.ts";

/** One column in a file. */
export interface ImportColumn {
  /** The form field whose rules apply to the value. */
  field: string;
  /** The header in the template. Matched regardless of case, spaces, and punctuation. */
  header: string;
  /** Headers of earlier templates that are still accepted. */
  formerHeaders?: readonly string[];
  /** Headers of other systems' exports. They're proposed, and the user confirms them. */
  otherNames?: readonly string[];
  /** The type of its values, if they aren't plain text. */
  type?: ValueType;
  isRequired: boolean;
  /** The accepted values, as explained on the page. */
  acceptedValues: string;
  /** The accepted values with their labels. Either is accepted, in upper or lower case. */
  options?: Readonly<Record<string, string>>;
  /** The values in the two example rows of the template. */
  examples: readonly [string, string];
  /** Formats a stored value for display, if it's stored in a different form. */
  format?: (value: unknown) => string;
  /** The name under which the value is stored, if it isn't `field`. */
  storedAs?: string;
}

export interface ImportKind {
  label: string;
  /** The kind of record a row becomes: `unit`, `units`. */
  noun: { singular: string; plural: string };
  /** The description on the page. */
  purpose: string;
  /** The maximum number of rows in a file. Defaults to 100,000. */
  maxRows?: number;
  columns: readonly ImportColumn[];
  /**
   * The fields that a row can add to the row above it, such as a rent step. A row without a property takes it
   * from the row or heading above. Several columns of a file can be matched to each of these fields.
   */
  fieldsOfRowsBelow?: readonly string[];
  /** The fields of an address. An error in one of them is corrected by entering all of them. */
  addressFields?: readonly string[];
}
