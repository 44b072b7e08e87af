import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import { buildLetter, clause, formatDateIn } from "./letterhead.ts";

export const doorQuote = (now: Date): PdfContent =>
  buildLetter(1, {
    sender: { name: "Tideline Elevator", lines: ["2210 Airport Way S", "Seattle, WA 98134"] },
    heading: "Quote PM-4471: door operator, left elevator",
    details: [`Valid through ${formatDateIn(now, 30)}`],
    blocks: [
      {
        kind: "table",
        columns: [
          { header: "Item", share: 5 },
          { header: "Price", share: 2 },
        ],
        rows: [
          { cells: ["Door operator belt, set of two", "$214.00"] },
          { cells: ["Operator motor, replaced", "$1,180.00"] },
          { cells: ["Two technicians, four hours", "$960.00"] },
          { cells: ["Total before tax", "$2,354.00"] },
        ],
      },
      clause(
        "Covered by your contract",
        "The belts are a wear item and cost nothing under the full-service contract. The motor and its labor are charged only if new belts don't fix the problem.",
      ),
    ],
  });

export const thermostatGuide = (): PdfContent =>
  buildLetter(1, {
    heading: "Your thermostat in five minutes",
    recipient: ["To all tenants and staff"],
    blocks: [
      clause(
        "Cooler or warmer",
        "Press the arrows. The large number is the room temperature, and the small one is the setting. Your change lasts until the evening, when your suite's schedule resumes.",
      ),
      clause(
        "If it shows a wrench",
        "The rooftop unit has a problem. Report it in the portal with a photo of the display. Pressing reset doesn't help and clears the error code.",
      ),
      clause(
        "Until the technician arrives",
        "Lower the blinds on the water side, leave the meeting room doors open, and set the fan to On. This keeps the air moving even without cooling.",
      ),
    ],
  });
