import * as z from "zod/mini";
import type { BreakdownShares } from "../breakdown.ts";
import { type Settings, settingsFields } from "../contract.ts";

/**
 * Percentages as text, such as `3.5`. The form uses the field names of the request, so the server's errors
 * match its fields.
 */
const percentField = (decimals: 1 | 2) =>
  z.pipe(
    z.string().check(z.trim()),
    z.transform((typed: string) => {
      const isValid = new RegExp(`^\\d{1,3}([.,]\\d{1,${decimals}})?$`).test(typed);
      return isValid ? Math.round(Number(typed.replace(",", ".")) * 10 ** decimals) : Number.NaN;
    }),
  );

export const percentInBasisPoints = z.pipe(percentField(2), settingsFields.cardFeeBasisPoints);
const shareField = z.pipe(percentField(1), settingsFields.rentSharePermille);

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
  rentSharePermille: shareField,
  commonAreaSharePermille: shareField,
  utilitiesSharePermille: shareField,
});
export type SettingsFormValues = z.input<typeof settingsForm>;
export type SettingsFieldName = keyof SettingsFormValues;

export const formatPercent = (value: number, unitsPerPercent: 10 | 100): string =>
  (value / unitsPerPercent).toFixed(unitsPerPercent === 10 ? 1 : 2).replace(/(\.\d)0$/, "$1");

export const toFormValues = (settings: Settings): SettingsFormValues => ({
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
  twoFactorRoles: settings.twoFactorRoles,
});

/** Parses the fee into hundredths of a percent. Undefined if the text is invalid. */
export const parseFee = (text: string): number | undefined => percentInBasisPoints.safeParse(text).data;

/** Parses the shares. Undefined if any of the texts is invalid. */
export function parseShares(texts: Record<keyof BreakdownShares, string>): BreakdownShares | undefined {
  const rent = shareField.safeParse(texts.rentSharePermille).data;
  const commonArea = shareField.safeParse(texts.commonAreaSharePermille).data;
  const utilities = shareField.safeParse(texts.utilitiesSharePermille).data;
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
  commonAreaSharePermille: "CAM",
  utilitiesSharePermille: "Utilities",
  documentQuotaMegabytes: "Document storage per lease",
  registration: "Registration",
  twoFactorRoles: "Require two-factor authentication for",
} as const satisfies Record<SettingsFieldName, string>;
