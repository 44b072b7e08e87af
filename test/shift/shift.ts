import { type Desk, type DeskComment, dispatch } from "./dispatcher.ts";
import { type Conditions, Network, type ProcessedRequest } from "./network.ts";
import { Phone } from "./phone.ts";
import type { PortalServer } from "./portal-server.ts";
import type { Simulation } from "./simulation.ts";
import { type Fixtures, takeAction } from "./technician.ts";
import type { UserAction } from "./user-action.ts";

const minuteMs = 60_000;
const shiftMs = 8 * 60 * minuteMs;
const dayMs = 86_400_000;

export interface ShiftOptions {
  simulation: Simulation;
  server: PortalServer;
  fixtures: Fixtures;
  /** The number of actions by all users together. */
  actionCount: number;
}

/** The result of a shift. */
export interface Shift {
  server: PortalServer;
  phones: readonly Phone[];
  networks: readonly Network[];
  actions: UserAction[];
  deskComments: DeskComment[];
  /** The requests from phones that the portal processed, by idempotency key, in order. */
  processed: ReadonlyMap<string, ProcessedRequest>;
}

/**
 * Simulates an eight-hour shift: technicians who are often offline and dispatchers change the same work
 * orders while everything that can fail fails. All failures stop at the end, so that pending changes can
 * arrive.
 */
export async function simulateShift({
  simulation,
  server,
  fixtures,
  actionCount,
}: ShiftOptions): Promise<Shift> {
  const { random } = simulation;
  const startMs = simulation.nowMs;
  const endMs = startMs + shiftMs;
  const conditions: Conditions = { isReliable: true };
  const processed = new Map<string, ProcessedRequest>();
  const phones = server.technicians.map((userId) => {
    const network = new Network(simulation, server, conditions, processed);
    // The phone's clock is a day ahead, a day behind, or about right.
    const aheadMs = random.pick([-1, 0, 1]) * (dayMs + random.integer(-minuteMs, minuteMs));
    return new Phone({ simulation, server, network, userId, aheadMs });
  });
  const networks = phones.map(({ options }) => options.network);
  const shift: Shift = { server, phones, networks, actions: [], deskComments: [], processed };
  // Everyone signs in and loads the work orders.
  for (const phone of phones) phone.open();
  await simulation.advanceTo(startMs + 5_000);
  conditions.isReliable = false;
  for (const phone of phones) scheduleFaults(phone, endMs);
  const desk: Desk = { simulation, server, withoutAccess: new Set() };
  for (let number = 1; number <= actionCount; number += 1)
    simulation.at(random.integer(startMs + minuteMs, endMs), () => {
      if (random.chance(0.25)) {
        void dispatch(desk, { number, userId: random.pick(server.dispatchers) }).then(
          (comment) => comment && shift.deskComments.push(comment),
        );
      } else takeTechnicianAction(shift, { phone: random.pick(phones), number, fixtures });
    });
  await simulation.advanceTo(endMs);
  conditions.isReliable = true;
  for (const phone of phones) endShift(phone);
  await simulation.advanceTo(endMs + 60 * minuteMs);
  return shift;
}

/** Takes an action. Waits if the app isn't running or no one is signed in. */
function takeTechnicianAction(
  shift: Shift,
  attempt: { phone: Phone; number: number; fixtures: Fixtures },
): void {
  const { phone, number, fixtures } = attempt;
  if (phone.tab() === undefined) {
    phone.options.simulation.after(30_000, () => takeTechnicianAction(shift, attempt));
    return;
  }
  const action = takeAction(phone, number, fixtures);
  if (action !== undefined) shift.actions.push(action);
}

/**
 * Schedules failures: the network disconnects, the app is killed and restarted, the clock is set, the session
 * ends, and another user signs in.
 */
function scheduleFaults(phone: Phone, endMs: number): void {
  const { simulation, server, network, userId } = phone.options;
  const { random } = simulation;
  const startMs = simulation.nowMs;
  const scheduleUpTo = (times: number, run: () => void) => {
    for (let at = random.integer(0, times); at > 0; at -= 1)
      simulation.at(random.integer(startMs, endMs), run);
  };
  const cut = () => {
    if (simulation.nowMs >= endMs) return;
    network.cut();
    phone.disconnect();
    simulation.after(random.integer(1, random.chance(0.2) ? 120 : 20) * minuteMs, () => {
      network.restore();
      phone.reconnect();
      simulation.after(random.integer(1, 30) * minuteMs, cut);
    });
  };
  simulation.after(random.integer(1, 20) * minuteMs, cut);
  scheduleUpTo(8, () => phone.killSoon(random.integer(0, 12)));
  scheduleUpTo(4, () => {
    if (phone.isUp) phone.open();
  });
  scheduleUpTo(4, () => {
    const [, second] = phone.tabs;
    if (second !== undefined) phone.close(second);
  });
  scheduleUpTo(1, () => phone.setClock(random.pick([-1, 1]) * dayMs));
  scheduleUpTo(2, () => phone.endSession());
  scheduleUpTo(1, () => {
    if (network.isConnected) phone.signIn(random.pick(server.technicians));
  });
  // The user opens the app, signs in, and reloads from time to time.
  const checkPhone = () => {
    if (simulation.nowMs > endMs) return;
    simulation.after(6 * minuteMs, checkPhone);
    if (!phone.isUp) phone.open();
    if (!network.isConnected) return;
    const isOthers = phone.user !== userId && phone.user !== undefined;
    if (phone.user === undefined || (isOthers && random.chance(0.3))) phone.signIn(userId);
    else if (!phone.isReachable || random.chance(0.3)) phone.reconnect();
  };
  checkPhone();
}

function endShift(phone: Phone): void {
  const { simulation, network, userId } = phone.options;
  network.restore();
  // Restarts the app.
  phone.kill();
  phone.open();
  if (phone.user !== userId) phone.signIn(userId);
  // Detects a session that has ended.
  phone.reconnect();
  simulation.after(minuteMs, () => {
    if (phone.user === undefined) phone.signIn(userId);
    phone.reconnect();
  });
  // Everyone has access again by now, so rejected changes are retried.
  simulation.after(45 * minuteMs, () => {
    const [tab] = phone.tabs;
    for (const { id, state } of tab?.queue.getState().changes ?? [])
      if (state === "needs-you") void tab?.queue.tryAgain(id);
  });
  simulation.after(55 * minuteMs, () => phone.reconnect());
}
