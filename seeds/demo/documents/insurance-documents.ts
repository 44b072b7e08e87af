import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import {
  buildLetter,
  capitalize,
  clause,
  findLease,
  findProperty,
  formatAddress,
  formatDateIn,
  formatUnits,
} from "./letterhead.ts";

interface Coverage {
  insurer: string;
  number: string;
  /** The days from now to the expiration date. */
  validForDays: number;
  limits: readonly [kind: string, limit: string][];
}

const insurers: Record<string, string[]> = {
  "Sound Shore Mutual": ["455 Union Street", "Seattle, WA 98101"],
  "Evergreen Casualty": ["90 Capitol Way", "Olympia, WA 98501"],
};

const buildCertificate = (
  propertyId: number,
  insured: string[],
  { insurer, number, validForDays, limits }: Coverage,
  now: Date,
): PdfContent =>
  buildLetter(propertyId, {
    heading: "Certificate of insurance",
    details: [`Policy ${number}`, `Issued ${formatDateIn(now, validForDays - 364)}`],
    recipient: insured,
    sender: { name: insurer, lines: insurers[insurer] ?? [] },
    blocks: [
      {
        kind: "figures",
        figures: [
          { name: "Insured", value: insured[0] ?? "" },
          { name: "Policy", value: number },
          { name: "From", value: formatDateIn(now, validForDays - 364) },
          { name: "To", value: formatDateIn(now, validForDays) },
        ],
      },
      {
        kind: "table",
        columns: [
          { header: "Coverage", share: 3 },
          { header: "Limit", share: 1, align: "right" },
        ],
        rows: limits.map(([kind, limit]) => ({ cells: [kind, limit] })),
      },
      clause(
        "Certificate holder",
        `${findProperty(propertyId).name}, ${formatAddress(propertyId).join(", ")}, is named as an additional insured where the policy allows it.`,
      ),
      clause(
        "Cancellation",
        "If the policy is cancelled before the date above, the insurer will give the certificate holder 30 days' written notice (10 days for nonpayment).",
      ),
    ],
  });

/** The property insurance of a building. */
export const buildingInsurance =
  (propertyId: number, cover: Omit<Coverage, "limits">) =>
  (now: Date): PdfContent =>
    buildCertificate(
      propertyId,
      [findProperty(propertyId).name, ...formatAddress(propertyId)],
      {
        ...cover,
        limits: [
          ["Building, replacement cost", "$14,200,000"],
          ["Loss of rents, 12 months", "$1,150,000"],
          ["Water damage (plumbing)", "$2,000,000"],
          ["Earthquake, 10% deductible", "$10,000,000"],
          ["General liability, each occurrence", "$5,000,000"],
        ],
      },
      now,
    );

/** The certificate a tenant must provide each year. */
export const tenantInsurance =
  (leaseId: number, cover: Omit<Coverage, "limits">) =>
  (now: Date): PdfContent => {
    const { property, company } = findLease(leaseId);
    return buildCertificate(
      property,
      [
        company,
        `${capitalize(formatUnits(leaseId))}, ${findProperty(property).name}`,
        ...formatAddress(property),
      ],
      {
        ...cover,
        limits: [
          ["General liability, each occurrence", "$1,000,000"],
          ["General liability, aggregate", "$2,000,000"],
          ["Damage to rented premises", "$300,000"],
          ["Employers' liability", "$1,000,000"],
        ],
      },
      now,
    );
  };
