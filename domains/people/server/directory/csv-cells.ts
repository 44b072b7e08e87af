export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const formatPropertyNames = (hasAll: boolean, properties: readonly { name: string }[]): string =>
  hasAll ? "All properties" : properties.map(({ name }) => name).join(", ");
