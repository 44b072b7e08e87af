import {
  assign,
  comment,
  confirmVisit,
  type DemoWorkOrder,
  due,
  internalComment,
  move,
  plan,
  proposeVisit,
  sign,
} from "../story.ts";

/**
 * Harbor Lane Coffee, unit 101 of Harborview Center. These are the work orders of the demo account Tenant 1.
 */
export const harborLane: readonly DemoWorkOrder[] = [
  {
    ago: "3h",
    who: "maya",
    at: { unit: 3 },
    title: "Water under the bar sink",
    description:
      "There's a puddle in the cabinet under the bar sink every morning. It drips from the bend in the drain pipe, about a cup overnight. We put a bucket under it and moved the cleaning supplies out.",
    category: "Plumbing",
    location: "Suite 101, bar counter",
    priority: "high",
    photos: ["sink", "sink close"],
    story: [
      comment(
        0.4,
        "linda",
        "Thanks for the photos, Maya. Sam is in the building today and will take a look.",
      ),
      assign(0.5, "linda", "sam"),
      plan(0.5, "linda", 0, 60),
      internalComment(
        1.1,
        "sam",
        "Slip joint washer, most likely. I have 1 1/2 inch washers in the shop, no need to order.",
      ),
      move(1.8, "sam", "in_progress"),
      comment(
        1.9,
        "sam",
        "I'll come by after your lunch rush, around 2. It'll take about twenty minutes, and you won't be able to use the sink during that time.",
      ),
    ],
  },
  {
    ago: "4d 08:15",
    who: "ines",
    at: { unit: 3 },
    title: "Two pendant lights above the counter flicker",
    description:
      "The two pendant lights closest to the window started flickering on Monday. New bulbs made no difference. When the grinder runs, they go out for a second.",
    category: "Electrical",
    location: "Suite 101, front counter",
    priority: "medium",
    photos: ["lamp"],
    story: [
      assign(2, "linda", "priya"),
      due(2.1, "linda", 3, "17:00"),
      comment(
        5,
        "priya",
        "Sounds like a loose neutral on that circuit. I'd like to open the junction box before you open for the day.",
      ),
      move(5.2, "priya", "scheduled"),
      proposeVisit(5.3, "priya", 3, ["06:00", "07:00"]),
      comment(26, "ines", "Any morning before 7 works for us. Maya or I will let you in."),
      confirmVisit(26.1, "ines"),
    ],
  },
  {
    ago: "16d 10:40",
    who: "maya",
    at: { unit: 3 },
    title: "Front door doesn't close all the way",
    description:
      "The closer on the street door has come loose at the arm. The door stays open a few inches, so we lose heat and the alarm won't arm at night.",
    category: "Maintenance",
    location: "Suite 101, street entrance",
    priority: "high",
    photos: ["door-closer", "door-closer close"],
    story: [
      assign(1.5, "linda", "sam"),
      move(3, "sam", "in_progress"),
      internalComment(
        4,
        "sam",
        "Closer body is fine. Two screws on the arm sheared off and there's oil on the frame, so it'll need a new arm soon.",
      ),
      comment(
        25,
        "sam",
        "Installed a new arm and set the closing speed. Let me know if it slams when it's windy.",
      ),
      move(25.2, "sam", "completed"),
      sign(25.3, "sam", "Maya Okafor"),
    ],
  },
  {
    ago: "44d 09:05",
    who: "ines",
    at: { unit: 3 },
    title: "Slow floor drain behind the bar",
    description:
      "The floor drain behind the bar takes half an hour to empty after we mop, and it's starting to smell. The drain screen is clean.",
    category: "Plumbing",
    location: "Suite 101, behind the bar",
    priority: "medium",
    photos: ["drain"],
    story: [
      assign(3, "linda", "sam"),
      move(22, "sam", "in_progress"),
      comment(
        24,
        "sam",
        "Coffee grounds, packed hard about six feet in. I snaked it and flushed it with hot water.",
      ),
      comment(
        24.2,
        "sam",
        "A basket strainer under the bar sink would catch most of it. I can bring one Thursday.",
      ),
      move(24.5, "sam", "completed"),
      sign(30, "ines"),
    ],
  },
  {
    ago: "97d 07:50",
    who: "maya",
    at: { unit: 3 },
    title: "Walk-in cooler keeps tripping the breaker",
    description:
      "The outlet for the walk-in cooler has tripped its breaker three times this week, always around noon. We moved everything to the small fridge, but that won't hold for long.",
    category: "Electrical",
    location: "Suite 101, back room",
    priority: "urgent",
    photos: ["outlet"],
    story: [
      move(0.2, "linda", "urgent"),
      assign(0.3, "linda", "priya"),
      move(1.1, "priya", "in_progress"),
      comment(
        3.4,
        "priya",
        "The outlet was scorched behind the plate. I replaced it and moved the cooler to its own 20-amp circuit, since the panel had a spare.",
      ),
      move(3.6, "priya", "completed"),
      sign(4, "maya"),
    ],
  },
  {
    ago: "9d 15:20",
    who: "maya",
    at: { unit: 3 },
    title: "Graffiti on the alley-side shutter",
    description:
      "Someone tagged the roll-down shutter on the alley side last night. It's about six feet wide, black and silver.",
    category: "Cleaning",
    location: "Suite 101, alley shutter",
    priority: "low",
    story: [
      assign(18, "linda", "tom"),
      plan(18, "linda", 2, 180),
      comment(
        42,
        "tom",
        "The cleaners have a solvent that won't strip the paint. They'll take care of it on their Thursday round.",
      ),
      move(42.3, "tom", "scheduled"),
    ],
  },
  {
    ago: "2d 07:30",
    who: "maya",
    at: { unit: 3 },
    title: "Hand dryer in customer restroom not working",
    description:
      "The hand dryer in the customer restroom stopped working. We put out paper towels for now, but the trash is full by noon.",
    category: "Maintenance",
    location: "Suite 101, customer restroom",
    priority: "low",
    story: [comment(3, "linda", "Thanks, Maya. I've added it to Sam's list for the end of the week.")],
  },
];
