import { assign, type DemoOrder, due, move, note, plan, say, sign, startLate } from "../story.ts";

/** Northlight Optical, unit 102 of Harborview Center: the orders of the demo account Tenant 2; and the vacant unit 103. */
export const northlight: readonly DemoOrder[] = [
  {
    ago: "26h",
    who: "daniel",
    at: { unit: 4 },
    title: "Exam room is far too warm",
    description:
      "The second exam room has been at 84 degrees since yesterday afternoon. The thermostat is set to 71 and clicks, but warm air keeps coming out of the vent. Patients notice.",
    category: "HVAC",
    location: "Suite 102, exam room 2",
    priority: "high",
    photos: ["thermostat"],
    story: [
      assign(1, "linda", "priya"),
      plan(1, "linda", 0, 150),
      due(1.1, "linda", 1, "17:00"),
      startLate(2.2, "sam", 1.1),
      move(2.5, "priya", "in_progress"),
      note(
        4,
        "priya",
        "Reheat valve of VAV 1-07 is stuck open. Actuator ordered from the supply house, pick-up tomorrow at ten.",
      ),
      say(
        4.1,
        "priya",
        "I have closed the hot water to that box by hand, so it should be bearable by tonight. The part arrives tomorrow.",
      ),
      say(20, "daniel", "Much better this morning, thank you. 72 at nine o'clock."),
    ],
  },
  {
    ago: "6d 11:10",
    who: "hannah",
    at: { unit: 4 },
    title: "Cracked tile by the fitting tables",
    description:
      "One floor tile in front of the fitting tables is cracked across and one corner stands up. A customer caught her heel on it today; nobody was hurt. We have put a mat over it.",
    category: "Structural",
    location: "Suite 102, sales floor",
    priority: "medium",
    photos: ["tile", "tile close"],
    story: [
      assign(4, "linda", "tom"),
      plan(4, "linda", 2, 240),
      due(4.1, "linda", 5, "10:00"),
      say(
        21,
        "tom",
        "We still have a box of these tiles in the basement. I will cut the old one out on Sunday, when you are closed, so that the adhesive has a night to set.",
      ),
      move(21.2, "tom", "scheduled"),
    ],
  },
  {
    ago: "33d 16:30",
    who: "daniel",
    at: { unit: 4 },
    title: "Display window does not lock",
    description:
      "The latch of the tilting display window turns without catching. It can be pushed open from the street.",
    category: "Security",
    location: "Suite 102, display window",
    priority: "high",
    photos: ["window"],
    story: [
      move(0.6, "linda", "urgent"),
      assign(0.7, "linda", "sam"),
      move(1.2, "sam", "in_progress"),
      say(
        2.2,
        "sam",
        "Temporary bar fitted from the inside for tonight. The new latch is a stock part, I will fit it tomorrow.",
      ),
      say(22, "sam", "New latch fitted and tested from outside."),
      move(22.1, "sam", "completed"),
      sign(22.3, "sam", "Daniel Reyes"),
    ],
  },
  {
    ago: "61d 13:00",
    who: "hannah",
    at: { unit: 4 },
    title: "Replace air filter over the lens lab",
    description:
      "The filter over the lens lab is grey and there is fine dust on the edging machine again. It was last changed half a year ago.",
    category: "HVAC",
    location: "Suite 102, lens lab",
    priority: "low",
    story: [
      assign(20, "linda", "priya"),
      move(45, "priya", "in_progress"),
      say(45.5, "priya", "Changed, and I set this one to every two months instead of every six."),
      move(45.6, "priya", "completed"),
    ],
  },
  {
    ago: "12d 09:30",
    who: "daniel",
    at: { unit: 4 },
    title: "Second key for the bike room",
    description: "Could we have a second key for the bike room? Two of us cycle now.",
    category: "Other",
    location: "Bike room, parking level",
    priority: "low",
    story: [
      say(
        6,
        "linda",
        "Of course. The bike room opens with the entrance fobs by now, so you need no key at all.",
      ),
      move(7, "daniel", "cancelled"),
    ],
  },
  {
    ago: "5d 09:10",
    who: "hannah",
    at: { unit: 4 },
    title: "Sign above the shop window is dark",
    description:
      "The left half of our sign does not light up in the evening. It was on yesterday at six; the timer is set as always.",
    category: "Electrical",
    location: "Suite 102, façade sign",
    priority: "medium",
  },
  {
    ago: "18h",
    who: "chloe",
    at: { unit: 5 },
    title: "Outlet by the shop window has no power",
    description:
      "While measuring for our shelves we found that the double outlet by the shop window is dead. The others along that wall work.",
    category: "Electrical",
    location: "Suite 103, shop window",
    priority: "low",
  },
];
