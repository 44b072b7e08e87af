/*
 * The operating expenses of Harborview Center: what each vendor bills, for an office and retail building of about
 * 17,000 square feet in Seattle.
 */

export interface DemoVendor {
  name: string;
  contactName: string;
  email: string;
  phone: string;
  notes?: string;
}

/** The vendors by a short name. */
export const vendors = {
  cleaning: {
    name: "Rainier Building Services",
    contactName: "Dana Ruiz",
    email: "billing@rainier-building.example",
    phone: "206-555-0141",
    notes: "Cleans the lobby, stairs, and restrooms on weekday evenings.",
  },
  landscaping: {
    name: "Alder & Fern Landscape",
    contactName: "Owen Park",
    email: "office@alder-fern.example",
    phone: "206-555-0112",
  },
  security: {
    name: "Sound Patrol",
    contactName: "Mei Tanaka",
    email: "accounts@sound-patrol.example",
    phone: "206-555-0175",
  },
  trash: {
    name: "Cascade Recycling",
    contactName: "",
    email: "service@cascade-recycling.example",
    phone: "206-555-0120",
  },
  mechanical: {
    name: "Puget Mechanical",
    contactName: "Ray Olsen",
    email: "ray@puget-mechanical.example",
    phone: "206-555-0187",
    notes: "Holds the maintenance agreement for the rooftop units.",
  },
  elevator: {
    name: "Northwest Elevator",
    contactName: "Carla Winn",
    email: "contracts@nw-elevator.example",
    phone: "206-555-0133",
  },
  fire: {
    name: "Emerald Fire Protection",
    contactName: "Jonas Field",
    email: "inspections@emerald-fire.example",
    phone: "206-555-0166",
  },
  electricity: { name: "Harbor City Light", contactName: "", email: "", phone: "206-555-0100" },
  water: { name: "Harbor City Utilities", contactName: "", email: "", phone: "206-555-0101" },
  county: {
    name: "King County Treasury",
    contactName: "",
    email: "",
    phone: "206-555-0104",
    notes: "Sends the tax bill for each half of the year.",
  },
  insurance: {
    name: "Mutual of the Sound",
    contactName: "Grace Lind",
    email: "commercial@mutual-sound.example",
    phone: "206-555-0159",
  },
  management: {
    name: "Harborview Management",
    contactName: "Linda Torres",
    email: "accounting@harborview-management.example",
    phone: "206-555-0190",
  },
  plumbing: {
    name: "Tidewater Plumbing",
    contactName: "Nate Cole",
    email: "nate@tidewater-plumbing.example",
    phone: "206-555-0128",
  },
} as const satisfies Record<string, DemoVendor>;
export type VendorKey = keyof typeof vendors;

/** A vendor's regular bills. */
export interface DemoPattern {
  vendor: VendorKey;
  category: string;
  /** The number of months that each bill is for, from the first month of the year. */
  everyMonths: 1 | 2 | 3 | 6 | 12;
  /** The first month of the service, from 0 for January. A year of service can end in the next year. */
  fromMonth?: number;
  /** The amount of each bill in whole dollars. A list has one for each month. */
  dollars: number | readonly number[];
  /** How far a bill differs from the amount, in percent up or down. */
  variation?: number;
  memo: string;
}

export const patterns: readonly DemoPattern[] = [
  {
    vendor: "cleaning",
    category: "Cleaning",
    everyMonths: 1,
    dollars: 2_150,
    variation: 3,
    memo: "Nightly cleaning",
  },
  {
    vendor: "landscaping",
    category: "Landscaping",
    everyMonths: 1,
    dollars: [320, 320, 540, 620, 620, 620, 580, 580, 540, 540, 420, 320],
    memo: "Grounds and planters",
  },
  { vendor: "security", category: "Security", everyMonths: 1, dollars: 890, memo: "Evening patrol" },
  {
    vendor: "trash",
    category: "Trash removal",
    everyMonths: 1,
    dollars: 465,
    variation: 6,
    memo: "Containers and recycling",
  },
  {
    vendor: "mechanical",
    category: "HVAC maintenance",
    everyMonths: 3,
    dollars: 1_840,
    memo: "Quarterly service of the rooftop units",
  },
  {
    vendor: "elevator",
    category: "Elevator maintenance",
    everyMonths: 3,
    dollars: 1_215,
    memo: "Maintenance agreement",
  },
  {
    vendor: "fire",
    category: "Fire and life safety",
    everyMonths: 12,
    dollars: 2_480,
    memo: "Annual inspection of sprinklers and alarms",
  },
  {
    vendor: "electricity",
    category: "Common electricity",
    everyMonths: 1,
    dollars: [1_690, 1_580, 1_420, 1_210, 1_080, 1_140, 1_320, 1_340, 1_120, 1_190, 1_450, 1_660],
    variation: 5,
    memo: "Common areas and rooftop units",
  },
  {
    vendor: "water",
    category: "Water and sewer",
    everyMonths: 2,
    dollars: 1_310,
    variation: 7,
    memo: "Water, sewer, and drainage",
  },
  {
    vendor: "county",
    category: "Property tax",
    everyMonths: 6,
    dollars: 21_640,
    memo: "Half of the year's tax",
  },
  {
    vendor: "insurance",
    category: "Property insurance",
    everyMonths: 12,
    fromMonth: 3,
    dollars: 11_460,
    memo: "Policy year from April",
  },
  {
    vendor: "insurance",
    category: "Liability insurance",
    everyMonths: 12,
    fromMonth: 3,
    dollars: 3_120,
    memo: "Policy year from April",
  },
  {
    vendor: "management",
    category: "Management fee",
    everyMonths: 1,
    dollars: 1_530,
    memo: "4% of collected rent",
  },
];

/** A single bill, dated `monthsAgo` months before the current one. */
export interface DemoBill {
  vendor: VendorKey;
  monthsAgo: number;
  lines: readonly { category: string; dollars: number; memo: string }[];
  voidReason?: string;
}

export const singleBills: readonly DemoBill[] = [
  {
    vendor: "plumbing",
    monthsAgo: 2,
    lines: [{ category: "Repairs and maintenance", dollars: 1_375, memo: "Leak above the north stair" }],
  },
  {
    vendor: "mechanical",
    monthsAgo: 4,
    lines: [
      { category: "Repairs and maintenance", dollars: 2_260, memo: "Condenser fan on the rooftop unit" },
      { category: "HVAC maintenance", dollars: 310, memo: "Extra filters" },
    ],
  },
  {
    vendor: "landscaping",
    monthsAgo: 10,
    lines: [{ category: "Snow removal", dollars: 980, memo: "Two nights of plowing and salt" }],
  },
  {
    vendor: "landscaping",
    monthsAgo: 22,
    lines: [{ category: "Snow removal", dollars: 860, memo: "Two nights of plowing and salt" }],
  },
  {
    vendor: "county",
    monthsAgo: 5,
    lines: [{ category: "Property tax", dollars: -3_180, memo: "Refund after the appeal" }],
  },
  {
    vendor: "fire",
    monthsAgo: 3,
    lines: [{ category: "Fire and life safety", dollars: 640, memo: "Replaced alarm panel battery" }],
    voidReason: "Entered twice. The first one is from the inspection.",
  },
  {
    vendor: "plumbing",
    monthsAgo: 15,
    lines: [{ category: "Repairs and maintenance", dollars: 890, memo: "Restroom valves on floor 2" }],
  },
];
