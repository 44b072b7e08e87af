import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { clause, inDays, letterOf, signatures } from "./letterhead.ts";

export const houseRules =
  (propertyId: number) =>
  (now: Date): PdfContent =>
    letterOf(propertyId, {
      heading: "House rules",
      facts: [`In force since ${inDays(now, -420)}`],
      recipient: ["To everyone who works here"],
      blocks: [
        clause(
          "1. Hours",
          "The entrances are open from 7 in the morning to 7 in the evening, Monday to Friday. At other times your card opens them. Whoever leaves last checks that the door has closed.",
        ),
        clause(
          "2. Deliveries",
          "Deliveries come to the loading dock, not through the lobby. Tall goods go up in elevator 2, with its walls covered; the covers hang in the dock. Please tell the manager a day before when you need the elevator for longer than half an hour.",
        ),
        clause(
          "3. Quiet",
          "Work that is loud, such as drilling, is done before 8 in the morning or after 6 in the evening. Music is not heard outside of your rooms.",
        ),
        clause(
          "4. Trash and recycling",
          "Cardboard is flattened and goes into the blue containers, glass into the green ones, food scraps into the brown ones. Chemicals, batteries and lamps are not trash: hand them in at the dock on the first Tuesday of each month.",
          "Nothing is left in corridors, not even for an hour: they are the way out in a fire.",
        ),
        clause(
          "5. Fire",
          "Doors that close by themselves are never held open by a wedge. Candles, open fire and hot plates are not allowed outside of kitchens. Heaters of your own need the manager's consent.",
        ),
        clause(
          "6. Smoking",
          "Nobody smokes in the building, in the garage, on the roof, or within 25 feet of an entrance or an air intake.",
        ),
        clause(
          "7. Dogs",
          "Service animals are welcome everywhere. Other dogs come along when your company's lease says so, on the leash, and not into the lobby cafe.",
        ),
        clause(
          "8. Bicycles and cars",
          "Bicycles stand in the cage on level P1; they are not taken into the elevators. In the garage the speed is 5 mph, and lights are on. Places that are not yours are towed at their driver's cost.",
        ),
        clause(
          "9. Keys and cards",
          "Cards belong to one person each. A lost one is reported at once, and blocked. The next one costs $25.",
        ),
        clause(
          "10. Faults",
          "Report what is broken in the portal, with a photo: it reaches the technician on duty at once. For water, smoke, gas or somebody in danger call the emergency number at the entrance first, or 911.",
        ),
      ],
    });

export const emergencyPlan = (now: Date): PdfContent =>
  letterOf(1, {
    heading: "Emergency and evacuation plan",
    facts: [`Revised ${inDays(now, -95)}`, "Next drill in the spring"],
    recipient: ["To everyone who works here", "Please keep it where all can see it"],
    blocks: [
      clause(
        "When the alarm sounds",
        "Leave at once by the nearest stairs. Do not use the elevators, do not go back for your things, and close doors behind you without locking them.",
        "Help those who cannot walk down to the refuge at the stairs of their floor; it has an intercom to the fire department.",
      ),
      {
        kind: "table",
        columns: [
          { header: "Floor", share: 1 },
          { header: "Way out", share: 4 },
          { header: "Warden", share: 3 },
        ],
        rows: [
          { cells: ["1", "Lobby, or the doors to the water side", "Harbor Lane Coffee"] },
          { cells: ["2", "Stairs A at the north, stairs B at the south", "Kestrel Legal Partners"] },
          { cells: ["3", "Stairs A at the north, stairs B at the south", "Emerald Dental Studio"] },
          { cells: ["P1", "Ramp, or stairs B", "Technician on duty"] },
        ],
      },
      clause(
        "Where we meet",
        "At the fountain on Harborview Way, across the street. Wardens count their people and tell the fire department who is missing. Nobody goes back before the fire department says so.",
      ),
      clause(
        "Earthquake",
        "Drop, cover and hold on, beneath a table or beside an inner wall. Stay inside until the shaking ends, then leave by the stairs. Turn off gas and machines if it can be done on the way.",
      ),
      clause(
        "Water",
        "Turn off the valve of your rooms, which is marked blue beside the entrance. Call the emergency number; report it in the portal when it has stopped.",
      ),
      clause(
        "Power failure",
        "Emergency lights last 90 minutes. Elevators go to the ground floor and open. Please leave the building when the power is not back after an hour.",
      ),
      clause(
        "Defibrillator",
        "One hangs in the lobby, one on floor 3 beside elevator 1. Open it, and do what it says. Call 911 before, or have somebody do it.",
      ),
    ],
  });

export const elevatorContract = (now: Date): PdfContent =>
  letterOf(1, {
    heading: "Elevator service contract",
    facts: [`Contract TL-4471`, `From ${inDays(now, -400)}`],
    sender: { name: "Tideline Elevator Company", lines: ["2210 First Avenue South", "Seattle, WA 98134"] },
    blocks: [
      {
        kind: "figures",
        figures: [
          { name: "Elevators", value: "2, of 3 stops and P1" },
          { name: "Monthly price", value: "$685.00" },
          { name: "Visits", value: "Every month" },
          { name: "Comes within", value: "60 minutes for people" },
        ],
      },
      clause(
        "What we do each month",
        "Doors, their edges and light curtains, leveling at each stop, the intercom, brake, ropes and the oil of the guide rails are looked at, adjusted and written into the log in the machine room. Each visit is entered in the portal as a work order with the technician's name.",
      ),
      clause(
        "Parts",
        "Wear is included: rollers, contacts, lamps, door belts. Ropes, drives, controllers and damage by others are offered before, and done after your consent.",
      ),
      clause(
        "Calls",
        "People in a car that has stopped: within 60 minutes, day and night, at no charge. Other faults: the same working day when reported before noon.",
      ),
      clause(
        "The yearly test",
        "We prepare and attend the test of the state's inspector each spring, and mend what it asks for. The certificate hangs in each car.",
      ),
      clause(
        "Term",
        "Three years, then from year to year. Either ends it in writing 90 days before a year is over. The price follows the index of machinery repair, at most 4% a year.",
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

/** The findings of an inspector, with the day the certificate expires. */
export const inspectionReport =
  (
    propertyId: number,
    { onDays, nextDays }: { onDays: number; nextDays: number },
    { heading, number, inspector, facts, checks, remarks }: Inspection,
  ) =>
  (now: Date): PdfContent =>
    letterOf(propertyId, {
      heading,
      facts: [`Report ${number}`, `Inspected ${inDays(now, onDays)}`, `Valid until ${inDays(now, nextDays)}`],
      blocks: [
        {
          kind: "figures",
          figures: [...facts, ["Inspector", inspector] as const].map(([name, value]) => ({ name, value })),
        },
        {
          kind: "table",
          columns: [
            { header: "Looked at", share: 3 },
            { header: "Found", share: 4 },
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
    ["Highest pressure", "30 psi"],
  ],
  checks: [
    ["Safety valve", "Opens at 30 psi, as it shall"],
    ["Low water cutoff", "Works"],
    ["Burner and flame control", "Works; electrode changed last winter"],
    ["Flue gas", "CO 38 ppm, O2 5.1%"],
    ["Expansion tank", "Pre-charge was 9 psi, set to 12 psi"],
    ["Pipes and insulation", "Insulation torn at the return line, 3 feet"],
  ],
  remarks: [
    "Fit to run for another year. Please have the insulation at the return line mended before the winter.",
    "The certificate has to hang in the boiler room where it can be seen.",
  ],
};

export const crane: Inspection = {
  heading: "Overhead crane inspection",
  number: "CR-2093",
  inspector: "Puget Mechanical",
  facts: [
    ["Crane", "5 tons, one girder"],
    ["Serial number", "48-1177"],
    ["Hours", "3,410"],
  ],
  checks: [
    ["Hook and latch", "Opening grew by 2%, allowed are 5%"],
    ["Wire rope", "Four broken wires in one lay; changed"],
    ["Brake", "Holds 125% of the load"],
    ["Limit switches", "Upper and lower work"],
    ["Runway and bolts", "Two bolts tightened at column 4"],
    ["Pendant", "Markings worn; plate ordered"],
  ],
  remarks: ["May be used. The rope was changed on the same day; its certificate is kept with this report."],
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
    ["Detectors, a quarter of them", "29 of 30 answered; B2-07 changed"],
    ["Pull stations", "All 12 answered"],
    ["Horns and lights", "Heard and seen on all floors"],
    ["Main drain of the sprinklers", "68 psi flowing, 74 psi at rest"],
    ["Call to the station", "Answered after 21 seconds"],
  ],
  remarks: ["The next quarter is tested on floors 2 and 3. Tenants are told a week before."],
};

export const winterNews = (now: Date): PdfContent =>
  letterOf(1, {
    heading: "News of the building",
    facts: [inDays(now, -300)],
    recipient: ["To everyone who works here"],
    blocks: [
      clause(
        "Holiday lights",
        "They go up on the first Friday of December, and down again in the second week of January.",
      ),
      clause(
        "Garage",
        "Level P1 is washed on a Sunday in January. Please take your cars out by Saturday evening.",
      ),
    ],
  });
