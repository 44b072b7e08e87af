import { foldText } from "#shared/fold-text.ts";
/** The 50 states of the USA, without DC (APR-08), by their two-letter codes. */
export const states = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
} as const satisfies Record<string, string>;

/** The federal district and the inhabited territories. */
export const territories = {
  DC: "District of Columbia",
  PR: "Puerto Rico",
  GU: "Guam",
  VI: "U.S. Virgin Islands",
  AS: "American Samoa",
  MP: "Northern Mariana Islands",
} as const satisfies Record<string, string>;

const statesAndTerritories = Object.entries({ ...states, ...territories });

/**
 * Converts a state's code or name to its code: `wa` and `Washington` become `WA`. Undefined if it isn't a
 * state, DC, or a territory of the USA.
 */
export const parseState = (text: string): string | undefined => {
  const folded = foldText(text.trim());
  return statesAndTerritories.find(
    ([code, name]) => foldText(code) === folded || foldText(name) === folded,
  )?.[0];
};
