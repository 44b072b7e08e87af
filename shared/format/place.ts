/** The place of a lease: the name of its building and the numbers of its units. */
export interface LeasePlace {
  building: string;
  units: readonly string[];
}

/** `Harborview Center, units 201 and 202` */
export function placeInWords({ building, units }: LeasePlace): string {
  const [first, ...others] = units;
  if (first === undefined) return building;
  if (others.length === 0) return `${building}, unit ${first}`;
  if (others.length > 3) return `${building}, ${units.length} units`;
  return `${building}, units ${[first, ...others.slice(0, -1)].join(", ")} and ${others.at(-1)}`;
}

/** The place inside a sentence: `Harborview Center, unit 201,`. */
export function placeInSentence(place: LeasePlace): string {
  const words = placeInWords(place);
  return words.includes(",") ? `${words},` : words;
}
