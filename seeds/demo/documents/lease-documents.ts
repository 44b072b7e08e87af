import { formatLateFee, formatPrice, formatRentStep } from "#domains/leases/format-terms.ts";
import { buildSchedule } from "#domains/leases/schedule.ts";
import type { Terms } from "#domains/leases/terms.ts";
import type { PdfContent, PdfContentTable } from "#server/integrations/pdf/render-pdf.ts";
import { addDays, addMonths } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { findPerson } from "../people.ts";
import { buildTerms } from "../terms.ts";
import { firstOfMonth, lastOfMonth } from "../time.ts";
import {
  buildLetter,
  capitalize,
  clause,
  findLease,
  findProperty,
  findUnit,
  formatAddress,
  formatUnits,
  signatures,
} from "./letterhead.ts";

const getOwner = (propertyId: number): string => findPerson(propertyId === 3 ? "victor" : "linda").fullName;

function getDates(leaseId: number, now: Date) {
  const { startedMonthsAgo, endsInMonths } = findLease(leaseId);
  return {
    from: formatCalendarDay(firstOfMonth(now, -startedMonthsAgo)),
    to: formatCalendarDay(lastOfMonth(now, endsInMonths)),
    signed: formatCalendarDay(`${firstOfMonth(now, -startedMonthsAgo - 1).slice(0, 8)}12`),
  };
}

/** The lease of a demo company, with amounts from its terms. The exhibit lists the charges month by month. */
export const leaseAgreement =
  (leaseId: number, { hasExhibit }: { hasExhibit: boolean }) =>
  (now: Date): PdfContent => {
    const { property, company, units, members, startedMonthsAgo, endsInMonths } = findLease(leaseId);
    const { from, to, signed } = getDates(leaseId, now);
    const terms = buildTerms(leaseId, startedMonthsAgo, now);
    const place = `${formatUnits(leaseId)} of ${findProperty(property).name}, ${formatAddress(property).join(", ")}`;
    const size = units.reduce((sum, id) => sum + (findUnit(id).rentableSqft ?? findUnit(id).sqft), 0);
    const signer = members[0] === undefined ? company : findPerson(members[0].who).fullName;
    return buildLetter(property, {
      heading: "Lease agreement",
      details: [`Signed ${signed}`, `Lease no. ${String(leaseId).padStart(4, "0")}`],
      recipient: [company, capitalize(formatUnits(leaseId)), ...formatAddress(property)],
      blocks: [
        {
          kind: "figures",
          figures: [
            { name: "Landlord", value: getOwner(property) },
            { name: "Tenant", value: company },
            { name: "From", value: from },
            { name: "To", value: to },
            { name: "Deposit", value: formatCents(terms.depositCents) },
          ],
        },
        clause(
          "1. Premises",
          `The landlord leases to the tenant ${place}, about ${size.toLocaleString("en-US")} square feet, together with the shared use of the entrances, corridors, elevators, and restrooms.`,
          "The tenant has inspected the premises and accepts them as is, except for work listed in a signed addendum.",
        ),
        clause(
          "2. Term",
          `The lease begins on ${from} and ends on ${to} without notice. Either party may terminate earlier on six months' written notice, effective at month end, only for cause under this lease or the law.`,
          "A tenant holding over with the landlord's consent does so month to month at 150% of the last rent.",
        ),
        clause(
          "3. Rent and other charges",
          `Due in advance on day ${terms.dueDay} of each month, by the means shown in the portal. Partial months are prorated by the day.`,
        ),
        buildChargesTable(terms),
        ...buildRentClauses(terms),
        clause(
          "5. Security deposit",
          `The tenant has paid ${formatCents(terms.depositCents)}. The landlord holds it separately, may apply it to amounts due at the end of the term, and returns the rest within 30 days after surrender with an itemized list of deductions.`,
        ),
        ...commonClauses,
        signatures(
          ["For the landlord", `${getOwner(property)}, ${signed}`],
          ["For the tenant", `${signer}, ${signed}`],
        ),
        ...(hasExhibit
          ? buildExhibit(terms, firstOfMonth(now, -startedMonthsAgo), lastOfMonth(now, endsInMonths))
          : []),
      ],
    });
  };

const exhibitMonths = 24;

/** The charges of the first two years, as posted on the ledger. */
function buildExhibit(terms: Terms, firstDay: string, lastDay: string): PdfContent["blocks"] {
  const charges = buildSchedule(
    [{ number: 1, from: firstDay, terms }],
    { from: firstDay, to: lastDay },
    { from: firstDay, through: addDays(addMonths(firstDay, exhibitMonths), -1) },
  );
  const addUp = (dueOn: string, isRent?: boolean) =>
    formatCents(
      toCents(
        charges
          .filter((charge) => charge.dueOn === dueOn)
          .filter(({ kind }) => isRent === undefined || (kind === "rent") === isRent)
          .reduce((sum, { amountCents }) => sum + amountCents, 0),
      ),
    );
  return [
    clause("Exhibit: charges due in the first two years", "Rent in later years follows from section 4."),
    {
      kind: "table",
      columns: [
        { header: "Due", share: 3 },
        { header: "Rent", share: 2, align: "right" },
        { header: "Other charges", share: 2, align: "right" },
        { header: "Total", share: 2, align: "right" },
      ],
      rows: [...new Set(charges.map(({ dueOn }) => dueOn))].map((dueOn) => ({
        cells: [formatCalendarDay(dueOn), addUp(dueOn, true), addUp(dueOn, false), addUp(dueOn)],
      })),
    },
  ];
}

const buildChargesTable = ({ lines }: Terms): PdfContentTable => ({
  kind: "table",
  columns: [
    { header: "Charge", share: 4 },
    { header: "From", share: 3 },
    { header: "To", share: 3 },
    { header: "Price", share: 5, align: "right" },
  ],
  rows: lines.map(({ label, price, from, to }) => ({
    cells: [
      label,
      formatCalendarDay(from),
      to === null ? "End of lease" : formatCalendarDay(to),
      formatPrice(price),
    ],
  })),
});

function buildRentClauses({ escalations, freeRent, lateFee, graceDays }: Terms) {
  const steps =
    escalations.length === 0
      ? "The rent stays the same for the entire term."
      : `The base rent becomes ${escalations.map(formatRentStep).join("; ")}.`;
  const free = freeRent.map(
    (time) =>
      `No base rent is due from ${formatCalendarDay(time.from)} to ${formatCalendarDay(time.to)}. All other charges are due.`,
  );
  const late =
    lateFee === null
      ? `Rent is late ${graceDays} days after it was due. There is no late fee, but the tenant pays the costs of collection.`
      : `For late rent, the tenant pays ${formatLateFee(lateFee, graceDays)}.`;
  return [clause("4. Rent changes and late fees", steps, ...free, late)];
}

const commonClauses = [
  clause(
    "6. Use",
    "The premises are for the tenant's business only. The tenant must not disturb others with noise, odor, or deliveries beyond what is normal for this type of business. The house rules are part of this lease.",
  ),
  clause(
    "7. Maintenance and repairs",
    "The landlord maintains the roof, walls, windows, HVAC, elevators, and utility lines up to the premises. The tenant maintains the interior and reports problems in the portal promptly, and by phone to the emergency number when urgent.",
    "One day's notice is required before entry for repairs, except in an emergency.",
  ),
  clause(
    "8. Insurance",
    "The tenant carries general liability insurance of at least $1,000,000 per occurrence and $2,000,000 in the aggregate, with the landlord as additional insured, and provides a certificate each year before the previous one expires. The landlord insures the building.",
  ),
  clause(
    "9. Alterations and signs",
    "Alterations and signs need the landlord's written consent and must be removed at the end of the term if the consent requires it.",
  ),
  clause(
    "10. Assignment and subletting",
    "The tenant may assign or sublet all or part of the premises with written consent, not to be unreasonably withheld.",
  ),
  clause(
    "11. Default",
    "A tenant who is 10 days past due after written notice, or fails to cure a default within 30 days of notice, may be required to vacate. The landlord will try to re-lease; the tenant owes the rent lost until then.",
  ),
  clause(
    "12. Casualty",
    "Rent abates while the premises are unusable. If they can't be restored within 180 days, either party may terminate.",
  ),
  clause(
    "13. Notices",
    "Notices are given in writing, or in the portal to the people on the lease. Changes to this lease require a signed addendum. This lease is governed by the laws of the State of Washington.",
  ),
];

interface Amendment {
  subject: string;
  clauses: readonly (readonly [heading: string, ...paragraphs: string[]])[];
}

/** An addendum to a lease. */
export const addendum =
  (leaseId: number, number: number, { subject, clauses }: Amendment) =>
  (now: Date): PdfContent => {
    const { property, company, members } = findLease(leaseId);
    const { signed } = getDates(leaseId, now);
    const signer = members[0] === undefined ? company : findPerson(members[0].who).fullName;
    return buildLetter(property, {
      heading: `Addendum ${number} to the lease`,
      details: [subject, `To the lease signed ${signed}`],
      recipient: [company, capitalize(formatUnits(leaseId)), ...formatAddress(property)],
      blocks: [
        ...clauses.map(([heading, ...paragraphs]) => clause(heading, ...paragraphs)),
        clause("Other terms", "All other terms of the lease remain in effect."),
        signatures(["For the landlord", getOwner(property)], ["For the tenant", signer]),
      ],
    });
  };

export const patio: Amendment = {
  subject: "Outdoor seating",
  clauses: [
    [
      "1. Patio",
      "From April to October, the tenant may place up to six tables and 18 chairs on the water-side patio from 7 a.m. to 9 p.m. Gas heaters aren't allowed.",
    ],
    [
      "2. Access",
      "Keep a 6-foot passage between the tables and the railing clear for wheelchairs and the fire department. Chairs and tables are chained at night.",
    ],
    ["3. Cleaning", "The tenant sweeps the patio every evening and empties its ashtrays and trash cans."],
    ["4. Rent", "The use of the patio is included in the CAM charge. No additional rent is due."],
  ],
};

export const parking: Amendment = {
  subject: "Parking spaces",
  clauses: [
    [
      "1. Spaces",
      "The tenant leases spaces 21 to 24 in the garage, at the price in the lease terms. They can be used by employees and visitors only.",
    ],
    [
      "2. EV charging",
      "Space 21 has an EV charger. Its meter is read every three months, and usage is billed at the building's cost.",
    ],
    ["3. Garage", "Park head-in. Don't store anything in the spaces or wash cars there."],
  ],
};

export const paymentPlan: Amendment = {
  subject: "Payment plan for overdue rent",
  clauses: [
    [
      "1. Amount due",
      "Rent for recent months is due, as shown on the lease's ledger in the portal on the date of signing.",
    ],
    [
      "2. Six installments",
      "The balance is paid in six equal installments on the 15th of each month, in addition to that month's rent. If an installment is ten days late, the entire balance becomes due immediately.",
    ],
    ["3. Late fees", "As long as installments are paid on time, no late fees are charged on this balance."],
  ],
};
