import { expect, it } from "vitest";
import { formatMomentThere, nameOtherTimeZone, withTimeZone } from "./time-zone-name.ts";

const noon = "2026-12-01T20:00:00Z";

it("a time at a property names its time zone only if the viewer's clock shows a different time", () => {
  const viewerZone = "America/New_York";
  const name = (timeZone: string) => nameOtherTimeZone(timeZone, noon, "shortGeneric", viewerZone);
  expect(name("America/Los_Angeles")).toBe("PT");
  expect(name("America/Detroit")).toBeNull();
  expect(withTimeZone("12:00 PM", "America/Los_Angeles", noon)).toBe("12:00 PM PT");
  expect(withTimeZone("8:00 PM", "UTC", noon)).toBe("8:00 PM");
  expect(formatMomentThere(noon, "America/Los_Angeles")).toBe("Dec 1, 12:00 PM PT");
  expect(formatMomentThere(noon, "UTC")).toBe("Dec 1, 8:00 PM");
  expect(formatMomentThere(noon, undefined)).toBe("Dec 1, 8:00 PM");
});
