import type { PersonKey } from "./people.ts";

interface DemoProperty {
  id: number;
  name: string;
  address: string;
  city: string;
  zip: string;
  type: "single" | "multi";
  yearBuilt: number;
  mlsNumber: string | null;
  /** A drawing in seeds/assets/buildings. Null shows the default photo, with its night variant. */
  drawing: string | null;
  offersRegistration: boolean;
  accessNotes: string | null;
  createdBy: PersonKey;
}

export const properties: readonly DemoProperty[] = [
  {
    id: 1,
    name: "Harborview Center",
    address: "1200 Harborview Way",
    city: "Seattle",
    zip: "98101",
    type: "multi",
    yearBuilt: 2009,
    mlsNumber: "2187340",
    drawing: null,
    offersRegistration: true,
    accessNotes:
      "Front desk 7 a.m. to 7 p.m.; sign for keys. After hours, use the loading dock, code 4471. Mechanical rooms on level P1.",
    createdBy: "linda",
  },
  {
    id: 2,
    name: "Canal Street Works",
    address: "318 Canal Street",
    city: "Seattle",
    zip: "98107",
    type: "single",
    yearBuilt: 1948,
    mlsNumber: null,
    drawing: "canal-street",
    offersRegistration: false,
    accessNotes:
      "Gate code 0918, open 6 a.m. to 6 p.m. The main shutoff is behind the blue door in the yard.",
    createdBy: "linda",
  },
  {
    id: 3,
    name: "Cascade Square",
    address: "77 Cascade Avenue",
    city: "Bellevue",
    zip: "98004",
    type: "multi",
    yearBuilt: 2016,
    mlsNumber: "2204415",
    drawing: "cascade-square",
    offersRegistration: false,
    accessNotes: null,
    createdBy: "victor",
  },
];

interface DemoUnit {
  id: number;
  property: number;
  number: string;
  type: "office" | "retail" | "warehouse" | "studio";
  sqft: number;
  floor: string;
  /** Only some offices have one. */
  suite?: string;
  rentableSqft?: number;
  /** The asking rent per month. */
  rentCents: number;
  depositCents: number;
  status: "occupied" | "vacant" | "renovation" | "reserved";
  baths: number;
  accessNotes?: string;
}

const unit = (
  property: number,
  id: number,
  [number, type, status]: [string, DemoUnit["type"], DemoUnit["status"]],
  [sqft, rentCents, depositCents, baths]: [number, number, number, number],
  place: Pick<DemoUnit, "floor" | "suite" | "rentableSqft" | "accessNotes">,
): DemoUnit => ({ id, property, number, type, sqft, rentCents, depositCents, status, baths, ...place });

/** Harborview Center has the units with the ids 3 to 12 (REG-04, CON-20). */
export const units: readonly DemoUnit[] = [
  unit(1, 3, ["101", "retail", "occupied"], [910, 230_750, 250_000, 1], {
    floor: "1",
    accessNotes: "Open 6 a.m. to 4 p.m. At other times, get the key from the front desk.",
  }),
  unit(1, 4, ["102", "retail", "occupied"], [880, 230_750, 250_000, 1], { floor: "1" }),
  unit(1, 5, ["103", "retail", "vacant"], [1_140, 295_000, 300_000, 1], { floor: "1" }),
  unit(1, 6, ["201", "office", "occupied"], [1_620, 418_500, 420_000, 1], {
    floor: "2",
    rentableSqft: 1_800,
    accessNotes: "Ring at reception. An escort is required in the server room.",
  }),
  unit(1, 7, ["202", "office", "occupied"], [1_180, 304_800, 305_000, 1], {
    floor: "2",
    rentableSqft: 1_310,
  }),
  unit(1, 8, ["203", "office", "occupied"], [1_450, 374_600, 375_000, 1], {
    floor: "2",
    rentableSqft: 1_610,
  }),
  unit(1, 9, ["204", "office", "occupied"], [2_310, 596_750, 600_000, 1.5], {
    floor: "2",
    rentableSqft: 2_560,
  }),
  unit(1, 10, ["301", "office", "occupied"], [1_760, 454_600, 455_000, 1], {
    floor: "3",
    rentableSqft: 1_950,
  }),
  unit(1, 11, ["302", "office", "occupied"], [1_980, 511_500, 515_000, 2], {
    floor: "3",
    rentableSqft: 2_200,
  }),
  unit(1, 12, ["303", "office", "renovation"], [1_340, 346_000, 346_000, 1], {
    floor: "3",
    rentableSqft: 1_490,
  }),
  unit(2, 1, ["1", "warehouse", "occupied"], [7_850, 981_000, 1_000_000, 2], { floor: "1" }),
  unit(3, 13, ["A1", "retail", "occupied"], [1_520, 456_000, 456_000, 1], { floor: "1" }),
  unit(3, 14, ["A2", "studio", "occupied"], [1_260, 357_000, 357_000, 1], { floor: "1" }),
  unit(3, 15, ["B1", "retail", "occupied"], [980, 294_000, 294_000, 1], { floor: "2" }),
  unit(3, 16, ["B2", "office", "vacant"], [1_410, 399_500, 400_000, 1], {
    floor: "2",
    suite: "220",
    rentableSqft: 1_570,
  }),
  unit(3, 17, ["B3", "office", "reserved"], [1_690, 478_800, 480_000, 1], {
    floor: "2",
    suite: "230",
    rentableSqft: 1_880,
  }),
];

interface DemoMember {
  who: PersonKey;
  /** Months after the lease started. */
  sinceMonth?: number;
}

interface DemoLease {
  id: number;
  property: number;
  company: string;
  units: readonly number[];
  /** The months since the lease started and until it ends (negative if it has ended). */
  startedMonthsAgo: number;
  endsInMonths: number;
  state: "draft" | "active" | "notice" | "ended";
  members: readonly DemoMember[];
}

/** Unit 301 changed tenants three months ago. The current tenant sees nothing from the previous one. */
export const leases: readonly DemoLease[] = [
  lease(1, 1, "Harbor Lane Coffee", [3], [{ who: "maya" }, { who: "ines", sinceMonth: 9 }]),
  lease(2, 1, "Northlight Optical", [4], [{ who: "daniel" }, { who: "hannah" }]),
  lease(3, 1, "Kestrel Legal Partners", [6, 7], [{ who: "robert" }, { who: "aisha", sinceMonth: 5 }]),
  {
    ...lease(4, 1, "Salish Architects", [8], [{ who: "noah" }]),
    endsInMonths: 2,
    state: "notice",
  },
  lease(5, 1, "Brightwater Software", [9], [{ who: "emily" }, { who: "oliver", sinceMonth: 10 }]),
  lease(6, 1, "Emerald Dental Studio", [11], [{ who: "sofia" }]),
  {
    ...lease(7, 1, "Pacific Ledger Accounting", [10], [{ who: "helen" }]),
    startedMonthsAgo: 23,
    endsInMonths: -4,
    state: "ended",
  },
  { ...lease(8, 1, "Rowan & Tate Insurance", [10], [{ who: "george" }]), startedMonthsAgo: 3 },
  lease(9, 2, "Fjord Marine Supply", [1], [{ who: "erik" }]),
  lease(10, 3, "Juniper Physical Therapy", [13], [{ who: "naomi" }]),
  lease(11, 3, "Lumen Studios", [14], [{ who: "leo" }]),
  lease(12, 3, "Tidepool Toys", [15], []),
  // Agreed but not signed yet because the unit is still being renovated.
  {
    ...lease(13, 1, "Cobalt Design Group", [12], []),
    startedMonthsAgo: -2,
    endsInMonths: 37,
    state: "draft",
  },
];

function lease(
  id: number,
  property: number,
  company: string,
  unitIds: readonly number[],
  members: readonly DemoMember[],
): DemoLease {
  return {
    id,
    property,
    company,
    units: unitIds,
    startedMonthsAgo: 18,
    endsInMonths: 41,
    state: "active",
    members,
  };
}
