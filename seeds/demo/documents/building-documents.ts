import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import { buildLetter, clause, formatDateIn, signatures } from "./letterhead.ts";

export const houseRules =
  (propertyId: number) =>
  (now: Date): PdfContent =>
    buildLetter(propertyId, {
      heading: "House rules",
      details: [`In effect since ${formatDateIn(now, -420)}`],
      recipient: ["To all tenants and staff"],
      blocks: [
        clause(
          "1. Hours",
          "Entrances are open Monday through Friday, 7 a.m. to 7 p.m. At other times, use your access card. If you're the last to leave, make sure the door closes behind you.",
        ),
        clause(
          "2. Deliveries",
          "Deliveries must use the loading dock, not the lobby. Move tall items in elevator 2 with the wall pads up (they hang in the dock). If you need the elevator for more than 30 minutes, tell the property manager a day ahead.",
        ),
        clause(
          "3. Noise",
          "Do noisy work, such as drilling, before 8 a.m. or after 6 p.m. Music must not be audible outside your suite.",
        ),
        clause(
          "4. Trash and recycling",
          "Flatten cardboard and put it in the blue bins; glass goes in green and food scraps in brown. Don't throw out chemicals, batteries, or lamps; drop them off at the dock on the first Tuesday of the month.",
          "Keep corridors clear at all times. They are fire exits.",
        ),
        clause(
          "5. Fire safety",
          "Don't prop open self-closing doors. Candles and open flames are prohibited; hot plates are allowed only in kitchens. Space heaters require the property manager's approval.",
        ),
        clause(
          "6. Smoking",
          "Smoking is prohibited in the building, in the garage, on the roof, and within 25 feet of any entrance or air intake.",
        ),
        clause(
          "7. Dogs",
          "Service animals are welcome everywhere. Other dogs are allowed only if your lease permits it, on a leash, and not in the lobby cafe.",
        ),
        clause(
          "8. Bicycles and cars",
          "Store bicycles in the cage on level P1; don't take them in the elevators. The garage speed limit is 5 mph, with headlights on. Cars in someone else's space will be towed at the owner's expense.",
        ),
        clause(
          "9. Keys and access cards",
          "Access cards are issued to individuals. Report a lost card right away so we can deactivate it. Replacements cost $25.",
        ),
        clause(
          "10. Reporting problems",
          "Report anything broken in the portal, with a photo, and the on-call technician will be notified right away. For water, smoke, gas, or anyone in danger, first call the emergency number posted at the entrance, or 911.",
        ),
      ],
    });

export const emergencyPlan = (now: Date): PdfContent =>
  buildLetter(1, {
    heading: "Emergency and evacuation plan",
    details: [`Revised ${formatDateIn(now, -95)}`, "Next drill in the spring"],
    recipient: ["To all tenants and staff", "Post where everyone can see it"],
    blocks: [
      clause(
        "When the alarm sounds",
        "Leave immediately by the nearest stairs. Don't use the elevators or go back for belongings. Close doors behind you, but don't lock them.",
        "Help anyone who can't use the stairs to the area of refuge on their floor; it has an intercom to the fire department.",
      ),
      {
        kind: "table",
        columns: [
          { header: "Floor", share: 1 },
          { header: "Exit route", share: 4 },
          { header: "Warden", share: 3 },
        ],
        rows: [
          { cells: ["1", "Lobby, or the doors on the water side", "Harbor Lane Coffee"] },
          { cells: ["2", "Stair A (north) or stair B (south)", "Kestrel Legal Partners"] },
          { cells: ["3", "Stair A (north) or stair B (south)", "Emerald Dental Studio"] },
          { cells: ["P1", "Ramp, or stair B", "On-call technician"] },
        ],
      },
      clause(
        "Assembly point",
        "At the fountain on Harborview Way, across the street. Wardens take a head count and tell the fire department who is missing. Don't re-enter until the fire department gives the all clear.",
      ),
      clause(
        "Earthquake",
        "Drop, cover, and hold on, under a table or next to an interior wall. Stay inside until the shaking stops, then leave by the stairs. Turn off gas and equipment if you can do so on your way out.",
      ),
      clause(
        "Water leak",
        "Shut off the valve for your suite (marked in blue next to the entrance). Call the emergency number, and report it in the portal once it's stopped.",
      ),
      clause(
        "Power outage",
        "Emergency lights last 90 minutes. Elevators return to the ground floor and open. Leave the building if the power isn't back within an hour.",
      ),
      clause(
        "Defibrillator",
        "There's one in the lobby and one on floor 3 next to elevator 1. Call 911 first, or have someone call. Then open the unit and follow the prompts.",
      ),
    ],
  });

export const elevatorContract = (now: Date): PdfContent =>
  buildLetter(1, {
    heading: "Elevator service contract",
    details: [`Contract TL-4471`, `Effective ${formatDateIn(now, -400)}`],
    sender: { name: "Tideline Elevator Company", lines: ["2210 First Avenue South", "Seattle, WA 98134"] },
    blocks: [
      {
        kind: "figures",
        figures: [
          { name: "Elevators", value: "2 elevators, 3 floors and P1" },
          { name: "Monthly fee", value: "$685.00" },
          { name: "Service visits", value: "Monthly" },
          { name: "Response time", value: "60 minutes for entrapments" },
        ],
      },
      clause(
        "Monthly service",
        "We inspect, adjust, and log the doors, safety edges and light curtains, leveling at each stop, the intercom, brake, ropes, and guide-rail lubrication. Each visit is recorded in the portal as a work order with the technician's name.",
      ),
      clause(
        "Parts",
        "Wear items are included: rollers, contacts, lamps, and door belts. Ropes, drives, controllers, and damage caused by others are quoted first and done with your approval.",
      ),
      clause(
        "Service calls",
        "Entrapments: within 60 minutes, 24/7, at no charge. Other problems: same business day if reported before noon.",
      ),
      clause(
        "Annual inspection",
        "We prepare for and attend the state inspection each spring and fix any deficiencies. The certificate is posted in each car.",
      ),
      clause(
        "Term",
        "Three-year term, then renews annually. Either party may terminate with 90 days' written notice before the end of a year. Pricing follows the machinery repair index, capped at 4% per year.",
      ),
      signatures(["For the building", "Linda Harcourt"], ["For Tideline", "R. Castellano, service manager"]),
    ],
  });

interface Inspection {
  heading: string;
  number: string;
  inspector: string;
  facts: readonly [name: string, value: string][];
  checks: readonly [what: string, found: string][];
  remarks: readonly string[];
}

/** An inspector's findings, with the date the certificate expires. */
export const inspectionReport =
  (
    propertyId: number,
    { onDays, nextDays }: { onDays: number; nextDays: number },
    { heading, number, inspector, facts, checks, remarks }: Inspection,
  ) =>
  (now: Date): PdfContent =>
    buildLetter(propertyId, {
      heading,
      details: [
        `Report ${number}`,
        `Inspected ${formatDateIn(now, onDays)}`,
        `Valid through ${formatDateIn(now, nextDays)}`,
      ],
      blocks: [
        {
          kind: "figures",
          figures: [...facts, ["Inspector", inspector] as const].map(([name, value]) => ({ name, value })),
        },
        {
          kind: "table",
          columns: [
            { header: "Item", share: 3 },
            { header: "Result", share: 4 },
          ],
          rows: checks.map(([what, result]) => ({ cells: [what, result] })),
        },
        clause("Remarks", ...remarks),
      ],
    });

export const boiler: Inspection = {
  heading: "Boiler inspection",
  number: "WA-88213",
  inspector: "M. Aldana, no. 5512",
  facts: [
    ["Boiler", "Hydronic, 1.2 MBtu/h"],
    ["Built", "2009"],
    ["Maximum pressure", "30 psi"],
  ],
  checks: [
    ["Safety valve", "Opens at 30 psi, as required"],
    ["Low water cutoff", "Passed"],
    ["Burner and flame control", "Passed; electrode replaced last winter"],
    ["Flue gas", "CO 38 ppm, O2 5.1%"],
    ["Expansion tank", "Precharge was 9 psi, set to 12 psi"],
    ["Pipes and insulation", "Insulation torn on the return line, 3 feet"],
  ],
  remarks: [
    "Approved for another year. Repair the return-line insulation before winter.",
    "The certificate must be posted in the boiler room.",
  ],
};

export const crane: Inspection = {
  heading: "Overhead crane inspection",
  number: "CR-2093",
  inspector: "Puget Mechanical",
  facts: [
    ["Crane", "5-ton, single girder"],
    ["Serial number", "48-1177"],
    ["Hours run", "3,410"],
  ],
  checks: [
    ["Hook and latch", "Throat opening increased 2% (5% allowed)"],
    ["Wire rope", "Four broken wires in one lay; replaced"],
    ["Brake", "Holds 125% of rated load"],
    ["Limit switches", "Upper and lower passed"],
    ["Runway and bolts", "Two bolts tightened at column 4"],
    ["Pendant", "Markings worn; new plate ordered"],
  ],
  remarks: [
    "Approved for use. The rope was replaced the same day; its certificate is filed with this report.",
  ],
};

export const fireAlarm: Inspection = {
  heading: "Fire alarm and sprinkler test",
  number: "FA-730",
  inspector: "Luis Ortega",
  facts: [
    ["Panel", "64 zones"],
    ["Smoke detectors", "118"],
    ["Sprinkler valves", "6"],
  ],
  checks: [
    ["Detectors (one quarter)", "29 of 30 responded; B2-07 replaced"],
    ["Pull stations", "All 12 responded"],
    ["Horns and strobes", "Audible and visible on all floors"],
    ["Sprinkler main drain", "68 psi flowing, 74 psi static"],
    ["Monitoring station call", "Answered in 21 seconds"],
  ],
  remarks: ["Floors 2 and 3 are next quarter. Tenants get a week's notice."],
};

export const winterNews = (now: Date): PdfContent =>
  buildLetter(1, {
    heading: "Building news",
    details: [formatDateIn(now, -300)],
    recipient: ["To all tenants and staff"],
    blocks: [
      clause(
        "Holiday lights",
        "They go up on the first Friday in December and come down in the second week of January.",
      ),
      clause(
        "Garage",
        "We'll wash level P1 on a Sunday in January. Please move your cars by Saturday evening.",
      ),
    ],
  });
