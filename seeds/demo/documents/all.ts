import {
  boiler,
  crane,
  elevatorContract,
  emergencyPlan,
  fireAlarm,
  houseRules,
  inspectionReport,
  winterNews,
} from "./building-documents.ts";
import type { DemoDocument } from "./document.ts";
import { buildingInsurance, tenantInsurance } from "./insurance-documents.ts";
import { addendum, leaseAgreement, parking, patio, paymentPlan } from "./lease-documents.ts";
import {
  cleaningContract,
  extinguishers,
  maintenancePlan,
  moveOutList,
  noticeLetter,
  renovationBudget,
  signAddendum,
  windowNotice,
} from "./office-documents.ts";

const soundShore = { insurer: "Sound Shore Mutual" } as const;
const evergreen = { insurer: "Evergreen Casualty" } as const;

/** Documents of whole buildings. */
const buildingDocuments: readonly DemoDocument[] = [
  {
    title: "House rules",
    type: "Other",
    property: 1,
    by: "linda",
    ago: "420d 09:12",
    files: [{ name: "House rules.pdf", write: houseRules(1) }],
    downloads: [
      { by: "ines", ago: "290d 10:02", kind: "preview" },
      { by: "george", ago: "90d 16:40", kind: "download" },
    ],
  },
  {
    title: "House rules",
    type: "Other",
    property: 3,
    by: "victor",
    ago: "418d 11:30",
    files: [{ name: "Cascade Square house rules.pdf", write: houseRules(3) }],
  },
  {
    title: "Elevator service contract",
    type: "Contract",
    property: 1,
    visibility: "staff",
    by: "linda",
    ago: "398d 15:05",
    files: [{ name: "Tideline TL-4471.pdf", write: elevatorContract }],
  },
  {
    title: "Boiler inspection",
    type: "Maintenance",
    property: 1,
    visibility: "staff",
    by: "grace",
    ago: "359d 13:48",
    validForDays: 5,
    files: [
      {
        name: "Boiler inspection WA-88213.pdf",
        write: inspectionReport(1, { onDays: -360, nextDays: 5 }, boiler),
      },
    ],
    downloads: [{ by: "priya", ago: "20d 08:31", kind: "preview" }],
  },
  {
    title: "Property insurance, Harborview Center",
    type: "Insurance",
    property: 1,
    visibility: "staff",
    by: "linda",
    ago: "338d 10:20",
    validForDays: 25,
    // Someone uploaded the other property's file by mistake, and then restored the correct one.
    files: [
      {
        name: "Property insurance SSM-20418.pdf",
        write: buildingInsurance(1, { ...soundShore, number: "SSM-20418", validForDays: 25 }),
      },
      {
        name: "Property insurance SSM-20533.pdf",
        write: buildingInsurance(2, { ...soundShore, number: "SSM-20533", validForDays: 190 }),
        ago: "14d 16:02",
      },
      { restores: 1, ago: "13d 09:15" },
    ],
    downloads: [
      { by: "alex", ago: "13d 08:55", kind: "preview", number: 2 },
      { by: "linda", ago: "13d 09:14", kind: "download" },
    ],
  },
  {
    title: "Cleaning contract",
    type: "Contract",
    property: 1,
    visibility: "staff",
    by: "linda",
    ago: "314d 14:26",
    validForDays: 50,
    files: [{ name: "Cleaning contract.docx", write: cleaningContract }],
  },
  {
    title: "Property insurance, Cascade Square",
    type: "Insurance",
    property: 3,
    visibility: "staff",
    by: "victor",
    ago: "205d 12:00",
    validForDays: 160,
    files: [
      {
        name: "EC-7715.pdf",
        write: buildingInsurance(3, { ...evergreen, number: "EC-7715", validForDays: 160 }),
      },
    ],
  },
  {
    title: "Overhead crane inspection",
    type: "Maintenance",
    property: 2,
    visibility: "building",
    by: "sam",
    ago: "118d 15:37",
    validForDays: 246,
    files: [
      { name: "Crane CR-2093.pdf", write: inspectionReport(2, { onDays: -119, nextDays: 246 }, crane) },
    ],
  },
  {
    title: "Emergency and evacuation plan",
    type: "Other",
    property: 1,
    by: "linda",
    ago: "95d 09:40",
    files: [{ name: "Emergency plan.pdf", write: emergencyPlan }],
    downloads: [
      { by: "maya", ago: "94d 11:22", kind: "download" },
      { by: "sofia", ago: "60d 17:03", kind: "preview" },
    ],
  },
  {
    title: "Maintenance plan",
    type: "Maintenance",
    property: 1,
    visibility: "staff",
    by: "grace",
    ago: "70d 08:15",
    files: [{ name: "Maintenance plan.xlsx", write: maintenancePlan }],
    downloads: [
      { by: "sam", ago: "33d 07:50", kind: "download" },
      { by: "tom", ago: "9d 07:44", kind: "download" },
    ],
  },
  {
    title: "Fire alarm and sprinkler test",
    type: "Maintenance",
    property: 3,
    visibility: "building",
    by: "luis",
    ago: "33d 16:10",
    validForDays: 58,
    files: [
      { name: "Alarm test FA-730.pdf", write: inspectionReport(3, { onDays: -33, nextDays: 58 }, fireAlarm) },
    ],
  },
  {
    title: "Fire extinguishers",
    type: "Maintenance",
    property: 1,
    visibility: "building",
    by: "tom",
    ago: "8d 15:20",
    files: [{ name: "Fire extinguishers.xlsx", write: extinguishers }],
  },
  {
    title: "Window cleaning",
    type: "Other",
    property: 1,
    by: "linda",
    ago: "2d 10:05",
    files: [{ name: "Window cleaning.docx", write: windowNotice }],
  },
  {
    title: "Building news",
    type: "Other",
    property: 1,
    by: "linda",
    ago: "300d 12:00",
    files: [{ name: "News.pdf", write: winterNews }],
    trashed: { by: "linda", ago: "4d 17:30" },
  },
];

/** Documents of single leases. The budget for a vacant unit is visible to staff only. */
const leaseDocuments: readonly DemoDocument[] = [
  buildLeaseDocument(1, "541d 10:30"),
  buildLeaseDocument(2, "541d 10:45"),
  buildLeaseDocument(3, "541d 11:10"),
  buildLeaseDocument(5, "540d 09:25"),
  { ...buildLeaseDocument(9, "538d 13:15"), property: 2 },
  { ...buildLeaseDocument(10, "537d 14:50"), property: 3, by: "victor" },
  {
    ...buildLeaseDocument(7, "690d 10:00"),
    downloads: [{ by: "helen", ago: "130d 09:20", kind: "download" }],
  },
  buildLeaseDocument(8, "95d 11:35"),
  {
    title: "Certificate of insurance, Northlight Optical",
    type: "Insurance",
    property: 1,
    lease: 2,
    by: "daniel",
    ago: "371d 15:30",
    validForDays: -6,
    files: [
      {
        name: "Insurance Northlight.pdf",
        write: tenantInsurance(2, { ...evergreen, number: "EC-6120", validForDays: -6 }),
      },
    ],
    downloads: [{ by: "linda", ago: "370d 08:45", kind: "preview" }],
  },
  {
    title: "Parking spaces, Kestrel Legal Partners",
    type: "Addendum",
    property: 1,
    lease: 3,
    by: "linda",
    ago: "365d 16:20",
    files: [{ name: "Addendum 1 parking.pdf", write: addendum(3, 1, parking) }],
  },
  {
    title: "Certificate of insurance, Harbor Lane Coffee",
    type: "Insurance",
    property: 1,
    lease: 1,
    by: "maya",
    ago: "340d 12:12",
    validForDays: 25,
    files: [
      {
        name: "Insurance Harbor Lane.pdf",
        write: tenantInsurance(1, { ...soundShore, number: "SSM-31877", validForDays: 25 }),
      },
    ],
    downloads: [{ by: "linda", ago: "339d 09:30", kind: "preview" }],
  },
  {
    title: "Outdoor seating, Harbor Lane Coffee",
    type: "Addendum",
    property: 1,
    lease: 1,
    by: "linda",
    ago: "262d 10:10",
    files: [{ name: "Addendum 1 outdoor seating.pdf", write: addendum(1, 1, patio) }],
    downloads: [{ by: "maya", ago: "261d 08:20", kind: "download" }],
  },
  {
    title: "Window sign, Northlight Optical",
    type: "Addendum",
    property: 1,
    lease: 2,
    by: "linda",
    ago: "260d 14:00",
    files: [{ name: "Addendum 1 sign.docx", write: signAddendum }],
  },
  {
    title: "Notice of termination, unit 203",
    type: "Lease",
    property: 1,
    lease: 4,
    by: "noah",
    ago: "120d 17:45",
    files: [{ name: "Notice unit 203.docx", write: noticeLetter }],
    downloads: [{ by: "linda", ago: "119d 08:05", kind: "preview" }],
  },
  {
    title: "Payment plan, Emerald Dental Studio",
    type: "Addendum",
    property: 1,
    lease: 6,
    by: "linda",
    ago: "21d 11:00",
    files: [{ name: "Addendum 1 payment plan.pdf", write: addendum(6, 1, paymentPlan) }],
  },
  {
    title: "Unit 303 renovation budget",
    type: "Contract",
    property: 1,
    unit: 12,
    visibility: "staff",
    by: "linda",
    ago: "26d 18:10",
    files: [{ name: "Budget unit 303.xlsx", write: renovationBudget }],
  },
  {
    title: "Unit 203 move-out punch list",
    type: "Maintenance",
    property: 1,
    lease: 4,
    by: "sam",
    ago: "5d 14:30",
    files: [{ name: "Unit 203.xlsx", write: moveOutList }],
  },
];

export const demoDocuments: readonly DemoDocument[] = [...buildingDocuments, ...leaseDocuments];

function buildLeaseDocument(lease: number, ago: string): DemoDocument {
  return {
    title: `Lease agreement no. ${String(lease).padStart(4, "0")}`,
    type: "Lease",
    property: 1,
    lease,
    by: "linda",
    ago,
    files: [
      {
        name: `Lease ${String(lease).padStart(4, "0")}.pdf`,
        write: leaseAgreement(lease, { hasExhibit: lease <= 2 }),
      },
    ],
  };
}
