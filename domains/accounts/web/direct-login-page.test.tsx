import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answers, admin, cleanBrowser, openPortal, problem } from "#web/testing/open-page.tsx";

cleanBrowser();

const onItsWay = { success: true, message: "Instructions are on their way.", userId: "handle-1" };

const open = async (responses: Answers = {}, address = "/direct-login", state?: unknown) => {
  const portal = await openPortal(address, {
    responses: { "POST /api/direct-login": onItsWay, "POST /api/direct-login/verify": admin, ...responses },
    state,
  });
  await screen.findByRole("heading", { name: "Sign in by email" });
  const bodiesOf = (path: string) => portal.sent.filter((one) => one.path === path).map(({ body }) => body);
  return { ...portal, bodiesOf };
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const requestMail = async (email = "avery@portal.example") => {
  fill(screen.getByLabelText("Email"), email);
  press("Send Link and Code");
  return screen.findByLabelText("Verification code");
};

describe("signing in by mail", () => {
  it("LOG-17 opening the link does not consume it; the token leaves the address, and the button signs in, also after a reload", async () => {
    const { bodiesOf, unmount } = await open({}, "/direct-login?token=t-1");
    await screen.findByRole("button", { name: "Sign In" });
    await waitFor(() => expect(location.search).toBe(""));
    expect(bodiesOf("/api/direct-login/verify")).toEqual([]);
    unmount();
    const reloaded = await open({}, "/direct-login", history.state);
    press("Sign In");
    await screen.findByText("Login Successful");
    expect(reloaded.bodiesOf("/api/direct-login/verify")).toEqual([{ token: "t-1" }]);
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  });

  it("LOG-17 a used link says so, and another one can be requested", async () => {
    const used = problem(400, "This link is not valid any more.");
    await open({ "POST /api/direct-login/verify": used }, "/direct-login?token=t-1");
    press("Sign In");
    const toast = (await screen.findByText("Login Failed")).closest("li");
    expect(toast?.textContent).toContain("This link is not valid any more.");
    press("Ask for another link");
    await screen.findByLabelText("Email");
  });

  it("LOG-17 a wrong code can be typed again, and another mail requested", async () => {
    const { responses, bodiesOf } = await open({
      "POST /api/direct-login/verify": problem(400, "That code is not right."),
    });
    fill(await requestMail(), "111111");
    press("Sign In");
    const toast = (await screen.findByText("Login Failed")).closest("li");
    expect(toast?.textContent).toContain("That code is not right.");
    responses["POST /api/direct-login"] = { ...onItsWay, userId: "handle-2" };
    press("Send it again");
    await screen.findByText("Sent Again");
    responses["POST /api/direct-login/verify"] = admin;
    fill(screen.getByLabelText("Verification code"), "222222");
    press("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(bodiesOf("/api/direct-login/verify")).toEqual([
      { userId: "handle-1", otpCode: "111111" },
      { userId: "handle-2", otpCode: "222222" },
    ]);
  });

  it("an invalid address is refused by the form", async () => {
    const { bodiesOf } = await open();
    fill(screen.getByLabelText("Email"), "a@");
    press("Send Link and Code");
    await screen.findByText("Please enter a valid email address");
    expect(bodiesOf("/api/direct-login")).toEqual([]);
  });

  it("LOG-17 a required second step follows", async () => {
    const { bodiesOf } = await open({
      "POST /api/direct-login/verify": { twoFactorRequired: true, challenge: "c-1" },
      "POST /api/login/second-factor": admin,
    });
    fill(await requestMail(), "123456");
    press("Sign In");
    fill(await screen.findByLabelText("Code from your app"), "654 321");
    press("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(bodiesOf("/api/login/second-factor")).toEqual([{ challenge: "c-1", code: "654321" }]);
  });

  it("LOG-06 LOG-17 AUTH-20 the sign-in page leads there, and the sign-in to the page first requested", async () => {
    const { sent } = await openPortal("/work-orders/7", {
      responses: { "POST /api/direct-login": onItsWay, "POST /api/direct-login/verify": admin },
    });
    fireEvent.click(await screen.findByRole("link", { name: "Sign in by email" }));
    await screen.findByRole("heading", { name: "Sign in by email" });
    expect(location.pathname).toBe("/direct-login");
    expect(screen.queryByRole("navigation")).toBeNull();
    fill(await requestMail(), "123 456");
    press("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/work-orders/7"));
    const posted = sent.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
    expect(posted).toEqual([
      ["/api/direct-login", { email: "avery@portal.example" }],
      ["/api/direct-login/verify", { userId: "handle-1", otpCode: "123456" }],
    ]);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: admin.id });
  });
});
