import * as z from "zod/mini";
import type { Shares } from "../breakdown.ts";
import { type Settings, settingsFields } from "../contract.ts";

/**
 * The settings as text: percentages such as `3.5`, under the names of the whole numbers in the request, so that the
 * server's errors find their fields.
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

/** The fee in hundredths of a percent; undefined if the text is invalid. */
export const readFee = (typed: string): number | undefined => percentInBasisPoints.safeParse(typed).data;

/** The shares; undefined if one of the texts is invalid. */
export function readShares(typed: Record<keyof Shares, string>): Shares | undefined {
  const rent = share.safeParse(typed.rentSharePermille).data;
  const commonArea = share.safeParse(typed.commonAreaSharePermille).data;
  const utilities = share.safeParse(typed.utilitiesSharePermille).data;
  if (rent === undefined || commonArea === undefined || utilities === undefined) return undefined;
  return { rentSharePermille: rent, commonAreaSharePermille: commonArea, utilitiesSharePermille: utilities };
}

/** The labels of the fields, on the page and in the audit log. */
export const fieldLabels = {
  name: "Organization name",
  street: "Street",
  city: "City",
  state: "State",
  zip: "ZIP code",
  country: "Country",
  timeZone: "Time zone",
  supportEmail: "Support email",
  supportPhone: "Support phone",
  accountingEmail: "Accounting email",
  paymentHandle: "Zelle email or phone",
  cardFeeBasisPoints: "Card fee",
  rentSharePermille: "Rent",
  commonAreaSharePermille: "Common areas",
  utilitiesSharePermille: "Utilities",
  documentQuotaMegabytes: "Document storage per lease",
  registration: "Registration",
  secondFactorRoles: "Two-factor sign-in required for",
} as const satisfies Record<Field, string>;
