import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

const accepted = { success: true, message: "Code verified.", resetToken: "the token" };
const open = async (
  responses: FakeResponses = {},
  { address = "/verify-otp?userId=handle-1", state }: { address?: string; state?: unknown } = {},
) => {
  const portal = await openPortal(address, {
    responses: { "POST /api/verify-otp": accepted, ...responses },
    state,
  });
  await screen.findByLabelText("Verification code");
  const requests = () => portal.sent.filter(({ path }) => path === "/api/verify-otp");
  return { ...portal, requests };
};
const enterCode = async (value: string) => {
  fireEvent.change(screen.getByLabelText("Verification code"), { target: { value } });
  // The button has another name during a submission.
  fireEvent.click(await screen.findByRole("button", { name: "Verify Code" }));
};
const findToast = async (title: string) => (await screen.findByText(title)).closest("li");

describe("the page for entering an emailed code", () => {
  it.each(["/verify-otp?userId=1", "/verify-otp/more?userId=1", "/verify-otp-more?userId=1"])(
    "NAV-05 PWD-10 %s asks for the code and has no sidebar or top bar",
    async (address) => {
      await open({}, { address });
      expect(screen.queryByRole("navigation")).toBeNull();
      const field = screen.getByLabelText<HTMLInputElement>("Verification code");
      expect(field.autocomplete).toBe("one-time-code");
      expect(field.inputMode).toBe("numeric");
    },
  );

  it("PWD-12 the code form rejects five digits, seven digits, and letters", async () => {
    const { requests } = await open();
    for (const wrong of ["12345", "1234567", "12345a"]) {
      await enterCode(wrong);
      await screen.findByText("Verification code must be 6 digits");
    }
    expect(requests()).toEqual([]);
  });

  it("PWD-11 PWD-13 PWD-14 a code pasted with spaces is sent with the handle, then the reset page opens with the token", async () => {
    const { requests } = await open();
    await userEvent.click(screen.getByLabelText("Verification code"));
    await userEvent.paste(" 123 456 ");
    fireEvent.click(screen.getByRole("button", { name: "Verify Code" }));
    await waitFor(() =>
      expect(location.pathname + location.search).toBe("/reset-password?token=the%20token"),
    );
    expect(requests().map(({ method, body }) => [method, body])).toEqual([
      ["POST", { userId: "handle-1", otpCode: "123456" }],
    ]);
    await screen.findByLabelText("New password");
  });

  it("PWD-15 without a handle, the code page shows an error and returns to the previous step", async () => {
    await openPortal("/verify-otp");
    await screen.findByText("User information missing. Please try again.");
    await waitFor(() => expect(location.pathname).toBe("/forgot-password"));
  });

  const bare = (status: number, body: string) => () => new Response(body, { status });
  it.each([
    ["PWD-16 the server's message", problem(400, "That code has expired."), "That code has expired."],
    [
      "PWD-16 PWD-18 no message",
      bare(400, '{"success":false}'),
      "Invalid verification code. Please try again.",
    ],
    ["PWD-17 PWD-18 no network", unreachable, "Failed to verify code."],
    ["PWD-18 a server error", problem(500, "Something broke."), "Failed to verify code."],
    ["PWD-18 a body that is not JSON", bare(403, "<h1>Forbidden</h1>"), "Failed to verify code."],
  ])(
    "%s: the code page shows Verification Failed, and the user can retype the code",
    async (_, response, text) => {
      await open({ "POST /api/verify-otp": response });
      await enterCode("123456");
      const toast = await findToast("Verification Failed");
      expect(toast?.textContent).toContain(text);
      expect(toast?.dataset.variant).toBe("destructive");
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Verify Code" }).disabled).toBe(false);
      expect(location.pathname).toBe("/verify-otp");
    },
  );

  it("PWD-12 a resent code replaces the earlier code", async () => {
    const message = "Instructions are on their way.";
    const { sent, requests } = await open(
      { "POST /api/forgot-password": { success: true, message, userId: "handle-2" } },
      { state: { email: "maria@tenant.example" } },
    );
    fireEvent.change(screen.getByLabelText("Verification code"), { target: { value: "11" } });
    fireEvent.click(screen.getByRole("button", { name: "Resend code" }));
    await waitFor(() => expect(location.search).toBe("?userId=handle-2"));
    const mailRequests = sent.filter(({ path }) => path === "/api/forgot-password");
    expect(mailRequests.map(({ body }) => body)).toEqual([
      { email: "maria@tenant.example", resetType: "otp" },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>("Verification code").value).toBe("");
    await enterCode("654321");
    await waitFor(() => expect(requests()[0]?.body).toEqual({ userId: "handle-2", otpCode: "654321" }));
  });
});
