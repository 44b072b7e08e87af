import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";

resetBrowser();

const submit = () => userEvent.click(screen.getByRole("button", { name: "Confirm Address" }));

describe("the confirmation page", () => {
  it("REG-21 opening the confirmation page doesn't use up the link; the button sends the token with the new password and signs in", async () => {
    const { sent } = await openPortal("/confirm-address?token=abc123", {
      responses: { "POST /api/confirm-address": tenant },
    });
    const password = await screen.findByLabelText("Password");
    expect(sent.filter(({ method }) => method === "POST")).toHaveLength(0);
    await userEvent.type(password, "short");
    await submit();
    screen.getByText("Password must be at least 6 characters");
    await userEvent.type(password, "er one");
    await submit();
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(sent.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { token: "abc123", password: "shorter one" },
    ]);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: tenant.id });
  });

  it("the confirmation page says when a link has already been used", async () => {
    await openPortal("/confirm-address?token=old", {
      responses: { "POST /api/confirm-address": problem(400, "This link has already been used.") },
    });
    await userEvent.type(await screen.findByLabelText("Password"), "secret one");
    await submit();
    await screen.findByText("This link has already been used.");
    expect(location.pathname).toBe("/confirm-address");
  });

  it("the confirmation page says when a link is incomplete", async () => {
    await openPortal("/confirm-address");
    await screen.findByText("This link is incomplete");
    expect(screen.queryByRole("button", { name: "Confirm Address" })).toBeNull();
  });
});
