/** Returns the property's name in lowercase letters and digits, so that every system can store the file. */
export const toFileName = (property: string): string =>
  property
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "property";
