import * as z from "zod/mini";
import type { Shares } from "../breakdown.ts";
import { type Settings, settingsFields } from "../contract.ts";

/**
 * The settings as they are typed: percentages as text, `3.5`, under the names that their whole numbers have on the wire, so
 * that the server's sentence for a field finds its place.
 */
const percentOf = (decimals: 1 | 2) =>
  z.pipe(
    z.string().check(z.trim()),
    z.transform((typed: string) => {
      const fits = new RegExp(`^\\d{1,3}([.,]\\d{1,${decimals}})?$`).test(typed);
      return fits ? Math.round(Number(typed.replace(",", ".")) * 10 ** decimals) : Number.NaN;
    }),
  );

export const percentInBasisPoints = z.pipe(percentOf(2), settingsFields.cardFeeBasisPoints);
const share = z.pipe(percentOf(1), settingsFields.rentSharePermille);

const wholeNumber = z.pipe(
  z.string().check(z.trim()),
  z.transform((typed: string) =>
    /^\d[\d,]{0,8}$/.test(typed) ? Number(typed.replaceAll(",", "")) : Number.NaN,
  ),
);

export const settingsForm = z.object({
  ...settingsFields,
  documentQuotaMegabytes: z.pipe(wholeNumber, settingsFields.documentQuotaMegabytes),
  cardFeeBasisPoints: percentInBasisPoints,
  rentSharePermille: share,
  commonAreaSharePermille: share,
  utilitiesSharePermille: share,
});
export type TypedSettings = z.input<typeof settingsForm>;
export type Field = keyof TypedSettings;

export const formatPercent = (value: number, unitsPerPercent: 10 | 100): string =>
  (value / unitsPerPercent).toFixed(unitsPerPercent === 10 ? 1 : 2).replace(/(\.\d)0$/, "$1");

export const asTyped = (settings: Settings): TypedSettings => ({
  name: settings.name,
  street: settings.street,
  city: settings.city,
  state: settings.state,
  zip: settings.zip,
  country: settings.country,
  timeZone: settings.timeZone,
  supportEmail: settings.supportEmail,
  supportPhone: settings.supportPhone,
  accountingEmail: settings.accountingEmail,
  paymentHandle: settings.paymentHandle,
  cardFeeBasisPoints: formatPercent(settings.cardFeeBasisPoints, 100),
  rentSharePermille: formatPercent(settings.rentSharePermille, 10),
  commonAreaSharePermille: formatPercent(settings.commonAreaSharePermille, 10),
  utilitiesSharePermille: formatPercent(settings.utilitiesSharePermille, 10),
  documentQuotaMegabytes: String(settings.documentQuotaMegabytes),
  registration: settings.registration,
  secondFactorRoles: settings.secondFactorRoles,
});

/** What is typed as a fee, in hundredths of a percent; undefined while it is none. */
export const readFee = (typed: string): number | undefined => percentInBasisPoints.safeParse(typed).data;

/** What is typed as shares; undefined while one of them is none. */
export function readShares(typed: Record<keyof Shares, string>): Shares | undefined {
  const rent = share.safeParse(typed.rentSharePermille).data;
  const commonArea = share.safeParse(typed.commonAreaSharePermille).data;
  const utilities = share.safeParse(typed.utilitiesSharePermille).data;
  if (rent === undefined || commonArea === undefined || utilities === undefined) return undefined;
  return { rentSharePermille: rent, commonAreaSharePermille: commonArea, utilitiesSharePermille: utilities };
}

/** How a field is called on the page and in the audit log. */
export const fieldLabels = {
  name: "Organization name",
  street: "Street",
  city: "City",
  state: "State",
  zip: "ZIP code",
  country: "Country",
  timeZone: "Time zone",
  supportEmail: "Support e-mail",
  supportPhone: "Support phone",
  accountingEmail: "Accounting e-mail",
  paymentHandle: "Zelle e-mail or phone",
  cardFeeBasisPoints: "Card fee",
  rentSharePermille: "Rent",
  commonAreaSharePermille: "Common areas",
  utilitiesSharePermille: "Utilities",
  documentQuotaMegabytes: "Room for the documents of a tenancy",
  registration: "Registration",
  secondFactorRoles: "Two-factor sign-in required of",
} as const satisfies Record<Field, string>;
