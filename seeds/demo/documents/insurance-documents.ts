import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { addressOf, asLine, clause, inDays, leaseOf, letterOf, propertyOf, unitsOf } from "./letterhead.ts";

interface Cover {
  insurer: string;
  number: string;
  /** The days from now to the expiry day. */
  validForDays: number;
  limits: readonly [kind: string, limit: string][];
}

const insurers: Record<string, string[]> = {
  "Sound Shore Mutual": ["455 Union Street", "Seattle, WA 98101"],
  "Evergreen Casualty": ["90 Capitol Way", "Olympia, WA 98501"],
};

const certificateOf = (
  propertyId: number,
  insured: string[],
  { insurer, number, validForDays, limits }: Cover,
  now: Date,
): PdfContent =>
  letterOf(propertyId, {
    heading: "Certificate of insurance",
    facts: [`Policy ${number}`, `Written ${inDays(now, validForDays - 364)}`],
    recipient: insured,
    sender: { name: insurer, lines: insurers[insurer] ?? [] },
    blocks: [
      {
        kind: "figures",
        figures: [
          { name: "Insured", value: insured[0] ?? "" },
          { name: "Policy", value: number },
          { name: "From", value: inDays(now, validForDays - 364) },
          { name: "To", value: inDays(now, validForDays) },
        ],
      },
      {
        kind: "table",
        columns: [
          { header: "Cover", share: 3 },
          { header: "Limit", share: 1, align: "right" },
        ],
        rows: limits.map(([kind, limit]) => ({ cells: [kind, limit] })),
      },
      clause(
        "Certificate holder",
        `${propertyOf(propertyId).name}, ${addressOf(propertyId).join(", ")}, is named as additional insured where the policy allows it.`,
      ),
      clause(
        "Cancellation",
        "Should the policy end before the day above, the insurer tells the certificate holder 30 days before in writing, 10 days before when the premium was not paid.",
      ),
    ],
  });

/** The insurance of the building itself. */
export const buildingInsurance =
  (propertyId: number, cover: Omit<Cover, "limits">) =>
  (now: Date): PdfContent =>
    certificateOf(
      propertyId,
      [propertyOf(propertyId).name, ...addressOf(propertyId)],
      {
        ...cover,
        limits: [
          ["Building, at what it costs to build it anew", "$14,200,000"],
          ["Loss of rent, for 12 months", "$1,150,000"],
          ["Water that comes from pipes", "$2,000,000"],
          ["Earthquake, with a deductible of 10%", "$10,000,000"],
          ["General liability, each occurrence", "$5,000,000"],
        ],
      },
      now,
    );

/** The certificate a tenant has to provide each year. */
export const tenantInsurance =
  (leaseId: number, cover: Omit<Cover, "limits">) =>
  (now: Date): PdfContent => {
    const { property, company } = leaseOf(leaseId);
    return certificateOf(
      property,
      [company, `${asLine(unitsOf(leaseId))}, ${propertyOf(property).name}`, ...addressOf(property)],
      {
        ...cover,
        limits: [
          ["General liability, each occurrence", "$1,000,000"],
          ["General liability, in all", "$2,000,000"],
          ["Damage to rented premises", "$300,000"],
          ["Employers' liability", "$1,000,000"],
        ],
      },
      now,
    );
  };
