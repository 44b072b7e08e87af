import { addDays } from "#shared/calendar.ts";
import type { TextDocument, TextParagraph, Workbook } from "../../office-files.ts";
import { localDay } from "../time.ts";
import { formatDateIn, sampleNote } from "./letterhead.ts";

const author = "Harborview Center";
const heading = (text: string): TextParagraph => ({ style: "heading", text });
const paragraph = (text: string): TextParagraph => ({ style: "text", text });
const bullets = (...texts: string[]) => texts.map((text): TextParagraph => ({ style: "bullet", text }));
const letter = (title: string, blocks: TextDocument["blocks"]): TextDocument => ({
  kind: "docx",
  title,
  author,
  blocks: [{ style: "title", text: title }, paragraph(sampleNote), ...blocks],
});
const datesFrom = (now: Date) => (days: number) => addDays(localDay(now), days);

export const cleaningContract = (now: Date): TextDocument =>
  letter("Cleaning contract", [
    paragraph(
      `Between Harborview Center and Bright Corner Cleaning, from ${formatDateIn(now, -315)} to ${formatDateIn(now, 50)}.`,
    ),
    heading("Scope of work"),
    {
      header: ["Area", "Work", "Frequency"],
      rows: [
        ["Lobby and elevators", "Floors, mirrors, doors, buttons", "Every business day"],
        ["Restrooms", "All surfaces, soap, and paper", "Twice every business day"],
        ["Corridors and stairs", "Floors and handrails", "Three times a week"],
        ["Loading dock and garage", "Swept; washed in spring", "Weekly"],
        ["Windows", "Inside and outside", "Twice a year"],
      ],
    },
    heading("Price"),
    paragraph(
      "$4,280.00 a month. Windows are billed separately at $1,950.00 each time. Soap and paper are included.",
    ),
    heading("Staff"),
    ...bullets(
      "All staff are employed and insured, and the building gets their names before they start.",
      "Cleaning is done between 6 p.m. and midnight. Restrooms are also cleaned at noon.",
      "Access cards are signed for and returned at the end of the contract.",
    ),
    heading("Complaints"),
    paragraph(
      "Complaints are entered in the portal and taken care of by the next evening. After three complaints in a month, that month's price is reduced by 10%.",
    ),
    heading("Term"),
    paragraph("The contract ends on its end date. To renew, both parties confirm in writing 30 days before."),
  ]);

export const windowNotice = (now: Date): TextDocument =>
  letter("Window cleaning", [
    paragraph(
      `Window exteriors will be cleaned between ${formatDateIn(now, 9)} and ${formatDateIn(now, 12)}, from 7 a.m. to 4 p.m.`,
    ),
    heading("What we need from you"),
    ...bullets(
      "Keep windows closed, and remove plants from the sills.",
      "Lower the blinds for privacy. The cleaners work from ropes.",
      "Tables on the water-side patio will be put away on these days.",
    ),
    paragraph("Rain or strong wind might move the work by a day. We'll let you know in the portal."),
  ]);

export const signAddendum = (now: Date): TextDocument =>
  letter("Addendum 1: window sign", [
    paragraph(
      `Agreed on ${formatDateIn(now, -260)} between Harborview Center and Northlight Optical, unit 102.`,
    ),
    heading("1. The sign"),
    paragraph(
      "The tenant may install a sign of up to 9 by 2 feet above the window of unit 102. It may be lit from within by up to 40 watts of white light between 7 a.m. and 10 p.m.",
    ),
    heading("2. Installation"),
    paragraph(
      "The sign is fastened to the mortar joints, not the bricks. The tenant obtains the City of Seattle permit and provides a copy before work starts.",
    ),
    heading("3. End of lease"),
    paragraph("When the lease ends, the sign is removed and the joints are filled at the tenant's expense."),
  ]);

export const noticeLetter = (now: Date): TextDocument =>
  letter("Notice of termination, unit 203", [
    paragraph(`Seattle, ${formatDateIn(now, -120)}`),
    paragraph("Dear Ms. Harcourt,"),
    paragraph(
      "Our office has grown, and we're moving to a larger space. Salish Architects is therefore terminating the lease for unit 203 as of the next possible date. Please confirm the end date.",
    ),
    paragraph(
      "We'd like to walk through the space with you two weeks before to agree on what needs to be done. The glass partitions can stay if the next tenant wants them.",
    ),
    paragraph("Sincerely,"),
    paragraph("Noah Salazar, Salish Architects"),
  ]);

export const maintenancePlan = (now: Date): Workbook => {
  const day = datesFrom(now);
  return {
    kind: "xlsx",
    title: "Maintenance plan",
    author,
    sheet: "Plan",
    columns: [
      { header: "Task", width: 38 },
      { header: "Location", width: 22 },
      { header: "Frequency", width: 14 },
      { header: "Last done", width: 14, kind: "day" },
      { header: "Next due", width: 14, kind: "day" },
      { header: "By", width: 24 },
      { header: "Budget", width: 14, kind: "cents" },
    ],
    rows: [
      ["Air filters", "Roof units 1 to 6", "3 months", day(-70), day(21), "Priya Nair", 48_000],
      ["Fan belts and bearings", "Roof units 1 to 6", "6 months", day(-70), day(113), "Priya Nair", 62_500],
      ["Boiler inspection", "P1", "1 year", day(-360), day(5), "M. Aldana", 31_000],
      ["Backflow preventer test", "P1", "1 year", day(-210), day(155), "Cityline Plumbing", 18_500],
      ["Elevator service", "Elevators 1 and 2", "1 month", day(-12), day(18), "Tideline Elevator", 68_500],
      [
        "Emergency lights, 90-minute test",
        "Stairs A and B",
        "1 year",
        day(-150),
        day(215),
        "Tom Becker",
        12_000,
      ],
      ["Fire extinguishers", "All floors", "1 month", day(-8), day(22), "Tom Becker", null],
      ["Gutters and roof drains", "Roof", "6 months", day(-40), day(142), "Tom Becker", 27_500],
      ["Garage doors", "P1", "6 months", day(-95), day(87), "Dockside Doors", 39_000],
      ["Sprinkler valves", "P1 to 3", "3 months", day(-33), day(58), "Sam Whitfield", 22_000],
    ],
  };
};

export const extinguishers = (now: Date): Workbook => {
  const day = datesFrom(now);
  const places = [
    "Lobby",
    "Loading dock",
    "P1, stair A",
    "P1, stair B",
    "Floor 1, unit 101",
    "Floor 1, unit 102",
  ];
  const above = [
    "Floor 2, stair A",
    "Floor 2, stair B",
    "Floor 3, stair A",
    "Floor 3, stair B",
    "Boiler room",
    "Roof",
  ];
  return {
    kind: "xlsx",
    title: "Fire extinguishers",
    author,
    sheet: "Extinguishers",
    columns: [
      { header: "No.", width: 8, kind: "number" },
      { header: "Location", width: 26 },
      { header: "Type", width: 16 },
      { header: "Pounds", width: 10, kind: "number" },
      { header: "Inspected", width: 14, kind: "day" },
      { header: "Recharge", width: 14, kind: "day" },
      { header: "Notes", width: 34 },
    ],
    rows: [...places, ...above].map((place, index) => [
      index + 1,
      place,
      place === "Boiler room" ? "CO2" : "ABC dry chemical",
      place.startsWith("P1") ? 20 : 10,
      day(-8),
      day(120 + index * 37),
      index === 4 ? "Blocked by a shelf; moved" : "OK",
    ]),
  };
};

export const moveOutList = (now: Date): Workbook => ({
  kind: "xlsx",
  title: "Unit 203 move-out punch list",
  author,
  sheet: "Unit 203",
  columns: [
    { header: "Room", width: 20 },
    { header: "Work", width: 48 },
    { header: "By", width: 22 },
    { header: "Due", width: 14, kind: "day" },
    { header: "Estimate", width: 14, kind: "cents" },
  ],
  rows: [
    ["Studio", "Patch shelf holes, paint the east wall", "Salish Architects", datesFrom(now)(40), 85_000],
    ["Studio", "Clean the carpet", "Bright Corner Cleaning", datesFrom(now)(44), 42_000],
    [
      "Meeting room",
      "Glass partition stays; confirm with the next tenant",
      "Linda Harcourt",
      datesFrom(now)(20),
      null,
    ],
    ["Kitchen", "Faucet drips; replace the cartridge", "Sam Whitfield", datesFrom(now)(30), 9_500],
    ["Entrance", "Return five access cards and two keys", "Salish Architects", datesFrom(now)(45), null],
  ],
});

export const renovationBudget = (now: Date): Workbook => ({
  kind: "xlsx",
  title: "Unit 303 renovation",
  author,
  sheet: "Budget",
  columns: [
    { header: "Work", width: 36 },
    { header: "Contractor", width: 26 },
    { header: "Quote", width: 14, kind: "cents" },
    { header: "Paid", width: 14, kind: "cents" },
    { header: "Due", width: 14, kind: "day" },
  ],
  rows: [
    ["Demolition and disposal", "Northgate Interiors", 612_000, 612_000, datesFrom(now)(-26)],
    ["Partitions and doors", "Northgate Interiors", 1_840_000, 920_000, datesFrom(now)(12)],
    ["Lighting and outlets", "Amp & Sons Electric", 1_265_000, 0, datesFrom(now)(24)],
    ["Ductwork", "Puget Mechanical", 785_000, 0, datesFrom(now)(28)],
    ["Flooring, 1,340 square feet", "Northgate Interiors", 938_000, 0, datesFrom(now)(38)],
    ["Paint", "Northgate Interiors", 297_500, 0, datesFrom(now)(44)],
  ],
});
