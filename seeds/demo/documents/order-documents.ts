import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { clause, inDays, letterOf } from "./letterhead.ts";

export const doorQuote = (now: Date): PdfContent =>
  letterOf(1, {
    sender: { name: "Tideline Elevator", lines: ["2210 Airport Way S", "Seattle, WA 98134"] },
    heading: "Quote PM-4471: door operator, left elevator",
    facts: [`Valid until ${inDays(now, 30)}`],
    blocks: [
      {
        kind: "table",
        columns: [
          { header: "What", share: 5 },
          { header: "Price", share: 2 },
        ],
        rows: [
          { cells: ["Door operator belt, set of two", "$214.00"] },
          { cells: ["Operator motor, exchanged", "$1,180.00"] },
          { cells: ["Two technicians, four hours", "$960.00"] },
          { cells: ["In all, before tax", "$2,354.00"] },
        ],
      },
      clause(
        "Covered by the contract",
        "The belts are wear and cost nothing under the full service contract. The motor and its hours are charged only when the belts alone do not help.",
      ),
    ],
  });

export const thermostatGuide = (): PdfContent =>
  letterOf(1, {
    heading: "Your thermostat in five minutes",
    recipient: ["To everyone who works here"],
    blocks: [
      clause(
        "Cooler or warmer",
        "Press the arrows. The large figure is the room, the small one is what you asked for. The change holds until the evening, then the schedule of your suite is back.",
      ),
      clause(
        "It shows a wrench",
        "The unit on the roof reports a fault. Report it in the portal with a photo of the display; pressing reset does not help and hides the number of the fault.",
      ),
      clause(
        "Until the technician is there",
        "Lower the blinds on the water side, leave the doors of the meeting rooms open and turn the fan to On. The air then moves although it is not cooled.",
      ),
    ],
  });
