import { addDays } from "#shared/calendar.ts";
import type { TextDocument, TextParagraph, Workbook } from "../../office-files.ts";
import { localDay } from "../time.ts";
import { inDays, sampleNote } from "./letterhead.ts";

const author = "Harborview Center";
const heading = (text: string): TextParagraph => ({ style: "heading", text });
const said = (text: string): TextParagraph => ({ style: "text", text });
const bullets = (...texts: string[]) => texts.map((text): TextParagraph => ({ style: "bullet", text }));
const letter = (title: string, blocks: TextDocument["blocks"]): TextDocument => ({
  kind: "docx",
  title,
  author,
  blocks: [{ style: "title", text: title }, said(sampleNote), ...blocks],
});
const dayOf = (now: Date) => (days: number) => addDays(localDay(now), days);

export const cleaningContract = (now: Date): TextDocument =>
  letter("Cleaning contract", [
    said(
      `Between Harborview Center and Bright Corner Cleaning, from ${inDays(now, -315)} to ${inDays(now, 50)}.`,
    ),
    heading("What is cleaned"),
    {
      header: ["Where", "What", "How often"],
      rows: [
        ["Lobby and elevators", "Floors, mirrors, doors, buttons", "Every working day"],
        ["Restrooms", "All surfaces, soap, paper", "Twice every working day"],
        ["Corridors and stairs", "Floors and handrails", "Three times a week"],
        ["Loading dock and garage", "Swept; washed in spring", "Every week"],
        ["Windows", "Inside and outside", "Twice a year"],
      ],
    },
    heading("Price"),
    said("$4,280.00 a month. Windows are billed apart, at $1,950.00 each time. Soap and paper are included."),
    heading("People"),
    ...bullets(
      "All are employed, insured and named to the building before they begin.",
      "They come between 6 in the evening and midnight; restrooms also at noon.",
      "Cards are handed out against a signature, and given back at the end.",
    ),
    heading("Faults and complaints"),
    said(
      "What is not clean is entered in the portal, and mended by the next evening. After three complaints in a month, that month costs a tenth less.",
    ),
    heading("Term"),
    said(
      "The contract ends on its last day. Should both wish to go on, they say so in writing 30 days before.",
    ),
  ]);

export const windowNotice = (now: Date): TextDocument =>
  letter("Window cleaning", [
    said(
      `The windows are cleaned from outside between ${inDays(now, 9)} and ${inDays(now, 12)}, from 7 in the morning to 4 in the afternoon.`,
    ),
    heading("What we ask of you"),
    ...bullets(
      "Please keep windows closed, and take plants from the sills.",
      "Lower the blinds where nobody shall look in: the cleaners work from ropes.",
      "On the water side no tables stand on the patio on these days.",
    ),
    said("Rain or strong wind moves the work by a day; we tell you in the portal then."),
  ]);

export const signAddendum = (now: Date): TextDocument =>
  letter("Addendum 1: sign at the shop window", [
    said(`Agreed on ${inDays(now, -260)} between Harborview Center and Northlight Optical, unit 102.`),
    heading("1. The sign"),
    said(
      "The tenant may mount a sign of at most 9 by 2 feet above the window of unit 102. It is lit from within by at most 40 watts, white, between 7 in the morning and 10 in the evening.",
    ),
    heading("2. Mounting"),
    said(
      "It is screwed into the joints of the brickwork, not into the bricks. The tenant obtains the permit of the City of Seattle and shows it before work begins.",
    ),
    heading("3. The end"),
    said("When the lease ends, the sign is taken down, and the joints are filled, at the tenant's expense."),
  ]);

export const noticeLetter = (now: Date): TextDocument =>
  letter("Notice to end the lease of unit 203", [
    said(`Seattle, ${inDays(now, -120)}`),
    said("Dear Ms. Harcourt,"),
    said(
      "Our office has grown, and we move to larger rooms. Salish Architects therefore ends the lease of unit 203 to its next possible day, and asks you to confirm it.",
    ),
    said(
      "We would like to walk through the rooms with you two weeks before, to agree on what is to be done. The partitions of glass may stay if the next tenant wishes.",
    ),
    said("With kind regards,"),
    said("Noah Salazar, Salish Architects"),
  ]);

export const maintenancePlan = (now: Date): Workbook => {
  const day = dayOf(now);
  return {
    kind: "xlsx",
    title: "Maintenance plan",
    author,
    sheet: "Plan",
    columns: [
      { header: "What", width: 38 },
      { header: "Where", width: 22 },
      { header: "Every", width: 14 },
      { header: "Last done", width: 14, as: "day" },
      { header: "Next", width: 14, as: "day" },
      { header: "By", width: 24 },
      { header: "Budget", width: 14, as: "cents" },
    ],
    rows: [
      ["Air filters", "Roof units 1 to 6", "3 months", day(-70), day(21), "Priya Nair", 48_000],
      [
        "Belts and bearings of fans",
        "Roof units 1 to 6",
        "6 months",
        day(-70),
        day(113),
        "Priya Nair",
        62_500,
      ],
      ["Boiler inspection", "P1", "Year", day(-360), day(5), "M. Aldana", 31_000],
      ["Backflow preventer test", "P1", "Year", day(-210), day(155), "Cityline Plumbing", 18_500],
      ["Elevator visit", "Elevators 1 and 2", "Month", day(-12), day(18), "Tideline Elevator", 68_500],
      ["Emergency lights, 90 minutes", "Stairs A and B", "Year", day(-150), day(215), "Tom Becker", 12_000],
      ["Fire extinguishers", "All floors", "Month", day(-8), day(22), "Tom Becker", null],
      ["Gutters and roof drains", "Roof", "6 months", day(-40), day(142), "Tom Becker", 27_500],
      ["Garage doors", "P1", "6 months", day(-95), day(87), "Dockside Doors", 39_000],
      ["Sprinkler valves", "P1 to 3", "3 months", day(-33), day(58), "Sam Whitfield", 22_000],
    ],
  };
};

export const extinguishers = (now: Date): Workbook => {
  const day = dayOf(now);
  const places = [
    "Lobby",
    "Loading dock",
    "P1, stairs A",
    "P1, stairs B",
    "Floor 1, unit 101",
    "Floor 1, unit 102",
  ];
  const above = [
    "Floor 2, stairs A",
    "Floor 2, stairs B",
    "Floor 3, stairs A",
    "Floor 3, stairs B",
    "Boiler room",
    "Roof",
  ];
  return {
    kind: "xlsx",
    title: "Fire extinguishers",
    author,
    sheet: "Extinguishers",
    columns: [
      { header: "No.", width: 8, as: "number" },
      { header: "Place", width: 26 },
      { header: "Kind", width: 16 },
      { header: "Pounds", width: 10, as: "number" },
      { header: "Looked at", width: 14, as: "day" },
      { header: "Refill", width: 14, as: "day" },
      { header: "Remark", width: 34 },
    ],
    rows: [...places, ...above].map((place, at) => [
      at + 1,
      place,
      place === "Boiler room" ? "CO2" : "ABC powder",
      place.startsWith("P1") ? 20 : 10,
      day(-8),
      day(120 + at * 37),
      at === 4 ? "Hidden behind a shelf; moved" : "In order",
    ]),
  };
};

export const moveOutList = (now: Date): Workbook => ({
  kind: "xlsx",
  title: "Handing over unit 203",
  author,
  sheet: "Unit 203",
  columns: [
    { header: "Room", width: 20 },
    { header: "To be done", width: 48 },
    { header: "By", width: 22 },
    { header: "Until", width: 14, as: "day" },
    { header: "Estimate", width: 14, as: "cents" },
  ],
  rows: [
    [
      "Studio",
      "Fill the holes of the shelves, paint the east wall",
      "Salish Architects",
      dayOf(now)(40),
      85_000,
    ],
    ["Studio", "Clean the carpet", "Bright Corner Cleaning", dayOf(now)(44), 42_000],
    [
      "Meeting room",
      "Glass partition stays: agree with the next tenant",
      "Linda Harcourt",
      dayOf(now)(20),
      null,
    ],
    ["Kitchen", "Faucet drips, change the cartridge", "Sam Whitfield", dayOf(now)(30), 9_500],
    ["Entrance", "Five cards and two keys to be given back", "Salish Architects", dayOf(now)(45), null],
  ],
});

export const renovationBudget = (now: Date): Workbook => ({
  kind: "xlsx",
  title: "Renovation of unit 303",
  author,
  sheet: "Budget",
  columns: [
    { header: "Work", width: 36 },
    { header: "Company", width: 26 },
    { header: "Offer", width: 14, as: "cents" },
    { header: "Paid", width: 14, as: "cents" },
    { header: "Done by", width: 14, as: "day" },
  ],
  rows: [
    ["Demolition and disposal", "Northgate Interiors", 612_000, 612_000, dayOf(now)(-26)],
    ["Partitions and doors", "Northgate Interiors", 1_840_000, 920_000, dayOf(now)(12)],
    ["Lights and outlets", "Amp & Sons Electric", 1_265_000, 0, dayOf(now)(24)],
    ["Air ducts", "Puget Mechanical", 785_000, 0, dayOf(now)(28)],
    ["Floor, 1,340 square feet", "Northgate Interiors", 938_000, 0, dayOf(now)(38)],
    ["Paint", "Northgate Interiors", 297_500, 0, dayOf(now)(44)],
  ],
});
