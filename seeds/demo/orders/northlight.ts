import {
  assign,
  comment,
  type DemoWorkOrder,
  due,
  internalComment,
  move,
  plan,
  sign,
  startLate,
} from "../story.ts";

/**
 * Northlight Optical, unit 102 of Harborview Center, with the work orders of the demo account Tenant 2, and
 * the vacant unit 103.
 */
export const northlight: readonly DemoWorkOrder[] = [
  {
    ago: "26h",
    who: "daniel",
    at: { unit: 4 },
    title: "Exam room is way too warm",
    description:
      "Exam room 2 has been at 84 degrees since yesterday afternoon. The thermostat is set to 71 and clicks, but warm air keeps coming out of the vent. Patients are noticing.",
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
      internalComment(
        4,
        "priya",
        "Reheat valve on VAV 1-07 is stuck open. Actuator ordered from the supply house, pickup tomorrow at 10.",
      ),
      comment(
        4.1,
        "priya",
        "I shut off the hot water to that box by hand, so it should be comfortable by tonight. The part comes in tomorrow.",
      ),
      comment(20, "daniel", "Much better this morning, thank you. It was 72 at 9."),
    ],
  },
  {
    ago: "6d 11:10",
    who: "hannah",
    at: { unit: 4 },
    title: "Cracked tile by the fitting tables",
    description:
      "A floor tile in front of the fitting tables is cracked, and one corner is sticking up. A customer caught her heel on it today, but no one was hurt. We put a mat over it.",
    category: "Structural",
    location: "Suite 102, sales floor",
    priority: "medium",
    photos: ["tile", "tile close"],
    story: [
      assign(4, "linda", "tom"),
      plan(4, "linda", 2, 240),
      due(4.1, "linda", 5, "10:00"),
      comment(
        21,
        "tom",
        "We still have a box of this tile in the basement. I'll replace it on Sunday while you're closed so the adhesive can set overnight.",
      ),
      move(21.2, "tom", "scheduled"),
    ],
  },
  {
    ago: "33d 16:30",
    who: "daniel",
    at: { unit: 4 },
    title: "Display window won't lock",
    description:
      "The latch on the tilting display window turns without catching. It can be pushed open from the street.",
    category: "Security",
    location: "Suite 102, display window",
    priority: "high",
    photos: ["window"],
    story: [
      move(0.6, "linda", "urgent"),
      assign(0.7, "linda", "sam"),
      move(1.2, "sam", "in_progress"),
      comment(
        2.2,
        "sam",
        "I put a temporary bar on the inside for tonight. The latch is a stock part, so I'll install the new one tomorrow.",
      ),
      comment(22, "sam", "Installed the new latch and tested it from the outside."),
      move(22.1, "sam", "completed"),
      sign(22.3, "sam", "Daniel Reyes"),
    ],
  },
  {
    ago: "61d 13:00",
    who: "hannah",
    at: { unit: 4 },
    title: "Replace air filter above the lens lab",
    description:
      "The filter above the lens lab is gray, and there's fine dust on the edging machine again. It was last changed six months ago.",
    category: "HVAC",
    location: "Suite 102, lens lab",
    priority: "low",
    story: [
      assign(20, "linda", "priya"),
      move(45, "priya", "in_progress"),
      comment(45.5, "priya", "Changed. I put this one on a two-month schedule instead of six."),
      move(45.6, "priya", "completed"),
    ],
  },
  {
    ago: "12d 09:30",
    who: "daniel",
    at: { unit: 4 },
    title: "Second key for the bike room",
    description: "Could we get a second key for the bike room? Two of us bike to work now.",
    category: "Other",
    location: "Bike room, parking level",
    priority: "low",
    story: [
      comment(6, "linda", "Sure! The bike room now opens with your entrance fobs, so you don't need a key."),
      move(7, "daniel", "cancelled"),
    ],
  },
  {
    ago: "5d 09:10",
    who: "hannah",
    at: { unit: 4 },
    title: "Storefront sign partly out",
    description:
      "The left half of our sign doesn't light up in the evening. It was on yesterday at 6, and the timer hasn't changed.",
    category: "Electrical",
    location: "Suite 102, facade sign",
    priority: "medium",
  },
  {
    ago: "18h",
    who: "chloe",
    at: { unit: 5 },
    title: "Outlet by storefront window has no power",
    description:
      "While measuring for our shelves, we found that the double outlet by the storefront window is dead. The others along that wall work.",
    category: "Electrical",
    location: "Suite 103, storefront window",
    priority: "low",
  },
];
