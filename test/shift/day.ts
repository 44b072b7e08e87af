import type { KindOfChange } from "#web/outbox/kinds.ts";
import { type Desk, type DeskComment, dispatch } from "./dispatcher.ts";
import type { FieldServer } from "./field-server.ts";
import { type Done, Line, type Weather } from "./line.ts";
import { Phone } from "./phone.ts";
import type { Pressed } from "./pressed.ts";
import { actOn, type Means } from "./technician.ts";
import type { World } from "./world.ts";

const minuteMs = 60_000;
const shiftMs = 8 * 60 * minuteMs;
const dayMs = 86_400_000;

export interface DayParts {
  world: World;
  server: FieldServer;
  kinds: Readonly<Record<string, KindOfChange>>;
  means: Means;
  /** Of all people together. */
  actions: number;
}

/** What a day left behind, for those who check it. */
export interface Day {
  server: FieldServer;
  phones: readonly Phone[];
  lines: readonly Line[];
  pressed: Pressed[];
  deskComments: DeskComment[];
  /** What the portal did for phones, in turn, by key. */
  done: ReadonlyMap<string, Done>;
}

/**
 * A shift of eight hours: technicians with phones in plant rooms and dispatchers at their desks work on the same orders, and
 * everything that may go wrong does. In the evening all faults end, so that what can arrive does.
 */
export async function workDay({ world, server, kinds, means, actions }: DayParts): Promise<Day> {
  const { draws } = world;
  const startMs = world.nowMs;
  const endMs = startMs + shiftMs;
  const weather: Weather = { isFair: true };
  const done = new Map<string, Done>();
  const phones = server.technicians.map((userId) => {
    const line = new Line(world, server, weather, done);
    // A day fast, a day slow, or right.
    const aheadMs = draws.oneOf([-1, 0, 1]) * (dayMs + draws.between(-minuteMs, minuteMs));
    return new Phone({ world, server, line, kinds, userId, aheadMs });
  });
  const lines = phones.map(({ parts }) => parts.line);
  const day: Day = { server, phones, lines, pressed: [], deskComments: [], done };
  // In the morning everybody signs in and sees the orders.
  for (const phone of phones) phone.open();
  await world.passUntil(startMs + 5_000);
  weather.isFair = false;
  for (const phone of phones) planTroubles(phone, endMs);
  const desk: Desk = { world, server, outside: new Set() };
  for (let mark = 1; mark <= actions; mark += 1)
    world.at(draws.between(startMs + minuteMs, endMs), () => {
      if (draws.happens(0.25)) {
        void dispatch(desk, { mark, userId: draws.oneOf(server.dispatchers) }).then(
          (comment) => comment && day.deskComments.push(comment),
        );
      } else technicianActs(day, { phone: draws.oneOf(phones), mark, means });
    });
  await world.passUntil(endMs);
  weather.isFair = true;
  for (const phone of phones) bringHome(phone);
  await world.passUntil(endMs + 60 * minuteMs);
  return day;
}

/** Who has no program or no session at the moment does it a little later. */
function technicianActs(day: Day, act: { phone: Phone; mark: number; means: Means }): void {
  const { phone, mark, means } = act;
  if (phone.tab() === undefined) {
    phone.parts.world.after(30_000, () => technicianActs(day, act));
    return;
  }
  const pressed = actOn(phone, mark, means);
  if (pressed !== undefined) day.pressed.push(pressed);
}

/** The line is cut and mended, the program is killed and started, the clock is set, the session ends, somebody else signs in. */
function planTroubles(phone: Phone, endMs: number): void {
  const { world, server, line, userId } = phone.parts;
  const { draws } = world;
  const startMs = world.nowMs;
  const sometimes = (times: number, run: () => void) => {
    for (let at = draws.between(0, times); at > 0; at -= 1) world.at(draws.between(startMs, endMs), run);
  };
  const cut = () => {
    if (world.nowMs >= endMs) return;
    line.cut();
    phone.lose();
    world.after(draws.between(1, draws.happens(0.2) ? 120 : 20) * minuteMs, () => {
      line.mend();
      phone.find();
      world.after(draws.between(1, 30) * minuteMs, cut);
    });
  };
  world.after(draws.between(1, 20) * minuteMs, cut);
  sometimes(8, () => phone.killSoon(draws.between(0, 12)));
  sometimes(4, () => {
    if (phone.isUp) phone.open();
  });
  sometimes(4, () => {
    const [, second] = phone.tabs;
    if (second !== undefined) phone.close(second);
  });
  sometimes(1, () => phone.setClock(draws.oneOf([-1, 1]) * dayMs));
  sometimes(2, () => phone.endSession());
  sometimes(1, () => {
    if (line.isMended) phone.signIn(draws.oneOf(server.technicians));
  });
  // Who looks at the phone starts the program, signs in and asks again.
  const look = () => {
    if (world.nowMs > endMs) return;
    world.after(6 * minuteMs, look);
    if (!phone.isUp) phone.open();
    if (!line.isMended) return;
    const isOthers = phone.user !== userId && phone.user !== undefined;
    if (phone.user === undefined || (isOthers && draws.happens(0.3))) phone.signIn(userId);
    else if (!phone.isReachable || draws.happens(0.3)) phone.find();
  };
  look();
}

function bringHome(phone: Phone): void {
  const { world, line, userId } = phone.parts;
  line.mend();
  // The program is started anew.
  phone.kill();
  phone.open();
  if (phone.user !== userId) phone.signIn(userId);
  // A session that is over is noticed now.
  phone.find();
  world.after(minuteMs, () => {
    if (phone.user === undefined) phone.signIn(userId);
    phone.find();
  });
  // Everybody is admitted again by now: what was refused is tried once more.
  world.after(45 * minuteMs, () => {
    const [tab] = phone.tabs;
    for (const { id, state } of tab?.outbox.state().changes ?? [])
      if (state === "needs-you") void tab?.outbox.tryAgain(id);
  });
  world.after(55 * minuteMs, () => phone.find());
}
