export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const formatBuildingNames = (all: boolean, buildings: readonly { name: string }[]): string =>
  all ? "All properties" : buildings.map(({ name }) => name).join(", ");
