import { scheduleOf } from "#domains/leases/schedule.ts";
import type { Terms } from "#domains/leases/terms.ts";
import { sayLateFee, sayPrice, sayStep } from "#domains/leases/terms-in-words.ts";
import type { PdfContent, PdfContentTable } from "#server/integrations/render-pdf.ts";
import { addDays, addMonths } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { personCalled } from "../people.ts";
import { termsOf } from "../terms.ts";
import { firstOfMonth, lastOfMonth } from "../time.ts";
import {
  addressOf,
  asLine,
  clause,
  leaseOf,
  letterOf,
  propertyOf,
  signatures,
  unitOf,
  unitsOf,
} from "./letterhead.ts";

const ownerOf = (propertyId: number): string => personCalled(propertyId === 3 ? "victor" : "linda").fullName;

function daysOf(leaseId: number, now: Date) {
  const { beganMonthsAgo, endsInMonths } = leaseOf(leaseId);
  return {
    from: formatCalendarDay(firstOfMonth(now, -beganMonthsAgo)),
    to: formatCalendarDay(lastOfMonth(now, endsInMonths)),
    signed: formatCalendarDay(`${firstOfMonth(now, -beganMonthsAgo - 1).slice(0, 8)}12`),
  };
}

/** The lease of a demo company, with the figures of its terms; the annex lists the charges month by month. */
export const leaseAgreement =
  (leaseId: number, { annex }: { annex: boolean }) =>
  (now: Date): PdfContent => {
    const { property, company, units, members, beganMonthsAgo, endsInMonths } = leaseOf(leaseId);
    const { from, to, signed } = daysOf(leaseId, now);
    const terms = termsOf(leaseId, beganMonthsAgo, now);
    const place = `${unitsOf(leaseId)} of ${propertyOf(property).name}, ${addressOf(property).join(", ")}`;
    const size = units.reduce((sum, id) => sum + (unitOf(id).rentableSqft ?? unitOf(id).sqft), 0);
    const signer = members[0] === undefined ? company : personCalled(members[0].who).fullName;
    return letterOf(property, {
      heading: "Lease agreement",
      facts: [`Signed ${signed}`, `Lease no. ${String(leaseId).padStart(4, "0")}`],
      recipient: [company, asLine(unitsOf(leaseId)), ...addressOf(property)],
      blocks: [
        {
          kind: "figures",
          figures: [
            { name: "Landlord", value: ownerOf(property) },
            { name: "Tenant", value: company },
            { name: "From", value: from },
            { name: "To", value: to },
            { name: "Deposit", value: formatCents(terms.depositCents) },
          ],
        },
        clause(
          "1. Premises",
          `The landlord leases to the tenant ${place}, about ${size.toLocaleString("en-US")} square feet, together with the use of the entrances, corridors, elevators and restrooms that all tenants share.`,
          "The tenant has inspected the premises and takes them as they are, but for the work that is listed in an addendum signed by both.",
        ),
        clause(
          "2. Term",
          `The lease begins on ${from} and ends on ${to} without notice. Whoever wants it to end sooner gives notice in writing six months before, to the end of a month, and only for a reason that this lease or the law names.`,
          "A tenant who stays after the end with the landlord's consent does so from month to month, at one and a half times the last rent.",
        ),
        clause(
          "3. Rent and other charges",
          `Due on day ${terms.dueDay} of each month, in advance, to the account or by the means that the portal names. A month that is not whole is charged by its days.`,
        ),
        chargesOf(terms),
        ...clausesOfRent(terms),
        clause(
          "5. Deposit",
          `The tenant has paid ${formatCents(terms.depositCents)}. The landlord keeps it apart, may use it for what is owed at the end, and gives back the rest within 30 days after the premises were handed over, with a list of what was used.`,
        ),
        ...commonClauses,
        signatures(
          ["For the landlord", `${ownerOf(property)}, ${signed}`],
          ["For the tenant", `${signer}, ${signed}`],
        ),
        ...(annex ? annexOf(terms, firstOfMonth(now, -beganMonthsAgo), lastOfMonth(now, endsInMonths)) : []),
      ],
    });
  };

const annexMonths = 24;

/** The charges of the first two years, as posted on the ledger. */
function annexOf(terms: Terms, firstDay: string, lastDay: string): PdfContent["blocks"] {
  const charges = scheduleOf(
    [{ number: 1, from: firstDay, terms }],
    { from: firstDay, to: lastDay },
    { from: firstDay, through: addDays(addMonths(firstDay, annexMonths), -1) },
  );
  const sumOf = (dueOn: string, isRent?: boolean) =>
    formatCents(
      toCents(
        charges
          .filter((charge) => charge.dueOn === dueOn)
          .filter(({ kind }) => isRent === undefined || (kind === "rent") === isRent)
          .reduce((sum, { amountCents }) => sum + amountCents, 0),
      ),
    );
  return [
    clause("Annex: what is due in the first two years", "The rent of later years follows from clause 4."),
    {
      kind: "table",
      columns: [
        { header: "Due", share: 3 },
        { header: "Rent", share: 2, align: "right" },
        { header: "Other charges", share: 2, align: "right" },
        { header: "Together", share: 2, align: "right" },
      ],
      rows: [...new Set(charges.map(({ dueOn }) => dueOn))].map((dueOn) => ({
        cells: [formatCalendarDay(dueOn), sumOf(dueOn, true), sumOf(dueOn, false), sumOf(dueOn)],
      })),
    },
  ];
}

const chargesOf = ({ lines }: Terms): PdfContentTable => ({
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
      to === null ? "End of the lease" : formatCalendarDay(to),
      sayPrice(price),
    ],
  })),
});

function clausesOfRent({ escalations, freeRent, lateFee, graceDays }: Terms) {
  const steps =
    escalations.length === 0
      ? "The rent stays the same for the whole term."
      : `The base rent becomes ${escalations.map(sayStep).join("; ")}.`;
  const free = freeRent.map(
    (time) =>
      `No base rent is due from ${formatCalendarDay(time.from)} to ${formatCalendarDay(time.to)}; the other charges are.`,
  );
  const late =
    lateFee === null
      ? `Rent is late ${graceDays} days after it was due. No late fee is agreed on; the costs of collecting it are the tenant's.`
      : `For rent that is late the tenant pays ${sayLateFee(lateFee, graceDays)}.`;
  return [clause("4. Changes of the rent, and late rent", steps, ...free, late)];
}

const commonClauses = [
  clause(
    "6. Use",
    "The premises serve the tenant's business and nothing else. No other tenant may be disturbed by noise, smell or deliveries more than a business of this kind must; the house rules are part of this lease.",
  ),
  clause(
    "7. Repairs",
    "The landlord keeps roof, walls, windows, heating, cooling, elevators and the pipes and lines up to the premises in order. The tenant keeps what is inside, and reports any fault in the portal as soon as it is seen; for urgent faults the emergency number at the entrance is called as well.",
    "Whoever enters for a repair says so a day before, unless there is danger.",
  ),
  clause(
    "8. Insurance",
    "The tenant keeps general liability insurance of at least $1,000,000 for each occurrence and $2,000,000 in all, with the landlord as additional insured, and shows a certificate each year before the one before it ends. The landlord insures the building.",
  ),
  clause(
    "9. Alterations and signs",
    "Walls, floors, lines and signs are changed with the landlord's consent in writing only. At the end they are taken back where the consent said so.",
  ),
  clause(
    "10. Subletting",
    "The tenant may hand over the premises, wholly or in part, with consent in writing, which is not withheld without a reason.",
  ),
  clause(
    "11. Default",
    "A tenant who owes rent ten days after a written reminder, or breaks this lease and does not mend it within 30 days of being told, may be asked to leave. The landlord seeks another tenant; what is lost until then is owed.",
  ),
  clause(
    "12. Damage by fire or water",
    "When the premises cannot be used, no rent is due for that time. When they cannot be mended within 180 days, either may end the lease.",
  ),
  clause(
    "13. Notices",
    "Notices are given in writing, or in the portal to the members of the lease. Changes of this lease are made in writing, as an addendum signed by both. It is governed by the laws of the State of Washington.",
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
    const { property, company, members } = leaseOf(leaseId);
    const { signed } = daysOf(leaseId, now);
    const signer = members[0] === undefined ? company : personCalled(members[0].who).fullName;
    return letterOf(property, {
      heading: `Addendum ${number} to the lease`,
      facts: [subject, `To the lease signed ${signed}`],
      recipient: [company, asLine(unitsOf(leaseId)), ...addressOf(property)],
      blocks: [
        ...clauses.map(([heading, ...paragraphs]) => clause(heading, ...paragraphs)),
        clause("All else", "The lease stays as it is in everything that this addendum does not mention."),
        signatures(["For the landlord", ownerOf(property)], ["For the tenant", signer]),
      ],
    });
  };

export const patio: Amendment = {
  subject: "Outdoor seating",
  clauses: [
    [
      "1. Patio",
      "From April to October the tenant may set up at most six tables with 18 chairs on the patio at the water side, from 7 in the morning until 9 in the evening. Heaters that burn gas are not allowed.",
    ],
    [
      "2. Passage",
      "Between the tables and the railing a passage of 6 feet stays free for wheelchairs and the fire department. Chairs and tables are chained at night.",
    ],
    [
      "3. Cleaning",
      "The tenant sweeps the patio every evening and empties the ash trays and litter bins there.",
    ],
    ["4. Price", "The use of the patio is part of the charge for common areas; no further rent is due."],
  ],
};

export const parking: Amendment = {
  subject: "Parking places",
  clauses: [
    [
      "1. Places",
      "The tenant leases the places 21 to 24 in the garage, at the price in the terms of the lease. They may be given to employees and visitors, not to others.",
    ],
    [
      "2. Charging",
      "Place 21 has a charger for electric cars. What is charged is read from its meter every three months and billed at what the building pays.",
    ],
    [
      "3. Garage",
      "Cars stand with their front to the wall. Nothing is stored on the places, and no car is washed there.",
    ],
  ],
};

export const paymentPlan: Amendment = {
  subject: "Paying what is overdue",
  clauses: [
    [
      "1. What is owed",
      "The tenant owes the rent of the last months, as the ledger of the lease in the portal shows it on the day of signing.",
    ],
    [
      "2. Six parts",
      "It is paid in six equal parts, each on the 15th of a month, beside the rent of that month. A part that is ten days late makes the whole rest due at once.",
    ],
    ["3. Late fees", "While the parts come in time, no late fees are charged for what this plan is about."],
  ],
};
