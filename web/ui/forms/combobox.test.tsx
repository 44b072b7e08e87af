import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { Combobox } from "./combobox.tsx";
import { Field } from "./field.tsx";

afterEach(cleanup);

it("a combobox lists names that start with the text first, then words in names, then the rest", async () => {
  render(
    <Field label="Tenant">
      <Combobox
        value=""
        onChange={() => {}}
        options={[
          { value: "1", label: "Rowan & Tate Insurance", detail: "Harborview Center, 301" },
          { value: "2", label: "Old Harbor Books", detail: "Canal House, 2" },
          { value: "3", label: "Harbor Lane Coffee", detail: "Harborview Center, 101" },
          { value: "4", label: "Salish Architects", detail: "Harborview Center, 203" },
          { value: "5", label: "Northlight Optical", detail: "Canal House, 1" },
        ]}
      />
    </Field>,
  );
  await userEvent.type(screen.getByLabelText("Tenant"), "harbor");
  expect(screen.getAllByRole("option").map((option) => option.firstElementChild?.textContent)).toEqual([
    "Harbor Lane Coffee",
    "Old Harbor Books",
    "Rowan & Tate Insurance",
    "Salish Architects",
  ]);
});
