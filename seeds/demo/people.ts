import type { DemoPerson } from "./person.ts";
import { tenantsAndApplicants } from "./tenants-and-applicants.ts";

/** The people in the demo data: first the five accounts on the sign-in page, then the second landlord. */
export const people = {
  alex: {
    id: 1,
    fullName: "Alex Morgan",
    email: "admin@demo.example",
    role: "admin",
    registeredDaysAgo: 560,
    signedInHoursAgo: 2,
  },
  linda: {
    id: 2,
    fullName: "Linda Harcourt",
    email: "landlord@demo.example",
    role: "landlord",
    properties: [1, 2],
    registeredDaysAgo: 559,
    signedInHoursAgo: 1,
  },
  victor: {
    id: 3,
    fullName: "Victor Stanhope",
    email: "landlord2@demo.example",
    role: "landlord",
    properties: [3],
    registeredDaysAgo: 558,
    signedInHoursAgo: 30,
  },
  sam: {
    id: 4,
    fullName: "Sam Whitfield",
    email: "test@demo.example",
    role: "maintenance",
    properties: [1, 2],
    registeredDaysAgo: 557,
    signedInHoursAgo: 1,
  },
  maya: {
    id: 5,
    fullName: "Maya Okafor",
    email: "tenant1@demo.example",
    role: "tenant",
    registeredDaysAgo: 540,
    signedInHoursAgo: 3,
  },
  daniel: {
    id: 6,
    fullName: "Daniel Reyes",
    email: "tenant2@demo.example",
    role: "tenant",
    registeredDaysAgo: 538,
    signedInHoursAgo: 5,
  },

  priya: {
    id: 7,
    fullName: "Priya Nair",
    email: "priya.nair@harborview.example",
    role: "maintenance",
    properties: [1, 2],
    registeredDaysAgo: 520,
    signedInHoursAgo: 4,
  },
  tom: {
    id: 8,
    fullName: "Tom Becker",
    email: "tom.becker@harborview.example",
    role: "maintenance",
    properties: [1],
    registeredDaysAgo: 410,
    signedInHoursAgo: 21,
  },
  luis: {
    id: 9,
    fullName: "Luis Ortega",
    email: "luis.ortega@cascadesquare.example",
    role: "maintenance",
    properties: [3],
    registeredDaysAgo: 505,
    signedInHoursAgo: 6,
  },
  grace: {
    id: 10,
    fullName: "Grace Holloway",
    email: "grace.holloway@harborview.example",
    role: "maintenance",
    hasAllProperties: true,
    registeredDaysAgo: 550,
    signedInHoursAgo: 26,
  },

  ...tenantsAndApplicants,
} as const satisfies Record<string, DemoPerson>;

export type PersonKey = keyof typeof people;

export const findPerson = (key: PersonKey): DemoPerson => people[key];
