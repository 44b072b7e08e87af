export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const buildingNames = (all: boolean, buildings: readonly { name: string }[]): string =>
  all ? "All buildings" : buildings.map(({ name }) => name).join(", ");
