import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  type FakeResponses,
  openPortal,
  problem,
  publicConfig,
  resetBrowser,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

const message = "If an account exists for that address, instructions are on their way.";
const sentResponse = { success: true, message, userId: "a random handle" };

const open = async (responses: FakeResponses = {}) => {
  const portal = await openPortal("/forgot-password", {
    responses: { "POST /api/forgot-password": sentResponse, ...responses },
  });
  await screen.findByRole("tab", { name: "Email Link" });
  const requests = () => portal.sent.filter(({ path }) => path === "/api/forgot-password");
  return { ...portal, requests };
};
const fillIn = (value = "maria@tenant.example") =>
  fireEvent.change(screen.getByLabelText("Email"), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const findToast = async (title: string) => (await screen.findByText(title)).closest("li");

describe("the forgot password page", () => {
  it("NAV-03 PWD-02 the forgot password page has no sidebar and has two tabs, each with an email field", async () => {
    await open();
    expect(screen.queryByRole("navigation")).toBeNull();
    fillIn();
    fireEvent.click(screen.getByRole("tab", { name: "Email Code" }));
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("maria@tenant.example");
    expect(screen.getByRole("tab", { name: "Email Code" }).getAttribute("aria-selected")).toBe("true");
    screen.getByRole("button", { name: "Send Code" });
  });

  it("without an email server, the forgot password page says to ask for a link and doesn't mention an inbox", async () => {
    const { sent } = await openPortal("/forgot-password", {
      responses: {
        "GET /api/config": { ...publicConfig, sendsEmails: false },
        "POST /api/forgot-password": sentResponse,
      },
    });
    const ask =
      "This portal doesn't send emails yet. Ask your property manager to get you a link from an administrator.";
    await screen.findByText(ask);
    expect(screen.queryByRole("tab")).toBeNull();
    fillIn();
    click("Request Link");
    await screen.findByText("Request Received");
    expect(screen.getAllByText(ask)).toHaveLength(2);
    expect(sent.filter(({ path }) => path === "/api/forgot-password")).toHaveLength(1);
  });

  it("in the demo, the forgot password page says who can open the email", async () => {
    await openPortal("/forgot-password", {
      responses: {
        "GET /api/config": { ...publicConfig, demo: { accounts: [] } },
        "POST /api/forgot-password": sentResponse,
      },
    });
    fillIn();
    click("Send Link");
    expect(
      await screen.findByText("In this demo, an administrator can open the email in the outbox."),
    ).toBeTruthy();
  });

  it("NAV-03 the forgot password page opens for signed-in users too", async () => {
    await openPortal("/forgot-password", { session: tenant });
    await screen.findByRole("tab", { name: "Email Link" });
    expect(location.pathname).toBe("/forgot-password");
  });

  it.each(["Email Link", "Email Code"])(
    "PWD-03 the %s form rejects an invalid address and sends nothing",
    async (tab) => {
      const { requests } = await open();
      fireEvent.click(screen.getByRole("tab", { name: tab }));
      fillIn("a@");
      fireEvent.click(screen.getByRole("button", { name: /^Send / }));
      await screen.findByText("Please enter a valid email address");
      expect(document.activeElement).toBe(screen.getByLabelText("Email"));
      expect(requests()).toEqual([]);
    },
  );

  it("PWD-04 PWD-05 after a link is requested, the page shows the next step and can resend the link", async () => {
    const { requests } = await open();
    fillIn();
    click("Send Link");
    await screen.findByText(message);
    screen.getByText(/Open the link we sent to maria@tenant.example/);
    expect(location.pathname).toBe("/forgot-password");
    expect(requests()).toMatchObject([
      { method: "POST", body: { email: "maria@tenant.example", resetType: "link" } },
    ]);
    click("Resend");
    await findToast("Resent");
    expect(requests().map(({ body }) => body)).toEqual([requests()[0]?.body, requests()[0]?.body]);
  });

  it("after too many requests, the page shows the server's message and disables the button for a while", async () => {
    const { responses, requests } = await open();
    fillIn();
    click("Send Link");
    await screen.findByText(message);
    responses["POST /api/forgot-password"] = () =>
      Response.json(
        { success: false, message: "Please wait a while.", code: "too_many", requestId: "r" },
        { status: 429, headers: { "Retry-After": "900" } },
      );
    click("Resend");
    await screen.findByText("Please wait a while.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Resend" }).disabled).toBe(true);
    expect(requests()).toHaveLength(2);
  });

  it("PWD-05 PWD-06 after a code is requested, the page for entering it opens with the handle", async () => {
    const { requests } = await open();
    fireEvent.click(screen.getByRole("tab", { name: "Email Code" }));
    fillIn();
    click("Send Code");
    await waitFor(() =>
      expect(location.pathname + location.search).toBe("/verify-otp?userId=a%20random%20handle"),
    );
    expect(requests().map(({ body }) => body)).toEqual([{ email: "maria@tenant.example", resetType: "otp" }]);
  });

  const bare = (status: number, body: string) => () => new Response(body, { status });
  it.each([
    ["PWD-07 TST-09 ERR-05 the server's message", problem(429, "Please wait."), "Please wait."],
    [
      "PWD-07 a JSON body with a message only",
      bare(400, '{"success":false,"message":"Not now."}'),
      "Not now.",
    ],
    ["PWD-07 PWD-09 no message", bare(400, '{"success":false}'), "An error occurred. Please try again."],
    [
      "PWD-09 a body that is not JSON",
      bare(502, "<h1>Bad gateway</h1>"),
      "An error occurred. Please try again.",
    ],
    ["PWD-08 PWD-09 no network", unreachable, "Failed to process your request. Please try again."],
  ])("%s: the forgot password page shows a destructive Request Failed toast", async (_, response, text) => {
    await open({ "POST /api/forgot-password": response });
    fillIn();
    click("Send Link");
    const toast = await findToast("Request Failed");
    expect(toast?.textContent).toContain(text);
    expect(toast?.dataset.variant).toBe("destructive");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send Link" }).disabled).toBe(false);
  });
});
