import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { buildWorkOrder } from "../testing/work-orders.ts";
import { StepLine } from "./step-line.tsx";

it("a visit's date is shown in the property's time zone, even if the viewer's date differs", () => {
  const appointment = {
    from: "2031-12-01T20:00:00Z",
    to: "2031-12-01T21:00:00Z",
    state: "confirmed",
    note: null,
  } as const;
  const order = buildWorkOrder(7, { status: "scheduled", timeZone: "Pacific/Kiritimati", appointment });
  render(<StepLine order={order} entries={[]} />);
  expect(screen.getByText("Dec 2, 2031")).toBeTruthy();
});

it("every step's time is shown in the property's time zone, like the visit and the time log", () => {
  const order = buildWorkOrder(7, {
    status: "open",
    timeZone: "Pacific/Kiritimati",
    createdAt: "2031-11-30T20:00:00Z",
  });
  render(<StepLine order={order} entries={[]} />);
  expect(screen.getByText("Dec 1, 2031")).toBeTruthy();
});
