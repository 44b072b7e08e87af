import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";

resetBrowser();

const onAmount = vi.fn<(cents: number | null) => void>();
beforeEach(() => onAmount.mockClear());
afterEach(() => vi.restoreAllMocks());

function Form({ first }: { first: number | null }) {
  const [cents, setCents] = useState(first);
  return (
    <>
      <Field label="Amount">
        <MoneyInput
          value={cents}
          onChange={(amount) => {
            onAmount(amount);
            setCents(amount);
          }}
        />
      </Field>
      <button type="button" onClick={() => setCents(5)}>
        Five cents
      </button>
      <button type="button" onClick={() => setCents(null)}>
        Clear
      </button>
    </>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>("Amount");

it("a money input stores typed dollars as cents and formats them when it loses focus", async () => {
  render(<Form first={null} />);
  await userEvent.type(field(), "1250.5");
  expect(onAmount).toHaveBeenLastCalledWith(125_050);
  expect(field().value).toBe("1250.5");
  await userEvent.tab();
  expect(field().value).toBe("1,250.50");
});

it("a money input keeps an invalid amount visible, and its value is null", async () => {
  render(<Form first={10_000} />);
  expect(field().value).toBe("100.00");
  await userEvent.clear(field());
  await userEvent.type(field(), "12.345");
  expect(onAmount).toHaveBeenLastCalledWith(null);
  await userEvent.tab();
  expect(field().value).toBe("12.345");
});

it("a money input shows an amount set from outside", async () => {
  render(<Form first={null} />);
  await userEvent.type(field(), "7");
  await userEvent.click(screen.getByRole("button", { name: "Five cents" }));
  expect(field().value).toBe("0.05");
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(field().value).toBe("");
});
