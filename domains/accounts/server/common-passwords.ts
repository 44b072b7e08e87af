import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";

/** The most frequent passwords in published leaks, of six characters and more, in lower case. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 654321 111111 1111111
  11111111 222222 333333 444444 555555 5555555 666666 777777 7777777 888888 88888888 999999 000000 00000000 112233 11223344
  121212 123123 123123123 123321 1234qwer 123abc 123qwe 123654 131313 1342 147258 147258369 147852 159357 159753 172839
  232323 246810 252525 292929 456456 456789 159951 100200 101010 102030 110110 114477 12341234 1234554321 12344321 123454321
  123456a 123456q 123456abc 12345a 12345q 12345qwert 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 1a2b3c 1password qaz123
  qazwsx qazwsxedc qwaszx qwe123 qweasd qweasdzxc qweqwe qwer1234 qwert123 qwerty qwerty1 qwerty12 qwerty123 qwerty1234
  qwerty12345 qwertyu qwertyui qwertyuiop qwertz asd123 asdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdqwe123
  zaq12wsx zaq1zaq1 zxc123 zxcvbn zxcvbnm zxczxc azerty azertyuiop poiuyt mnbvcxz a12345 a123456 a1234567 a12345678 a123456789
  a1b2c3 a1b2c3d4 aa1234 aa123456 aaaaaa aaaaaaaa abc123 abc1234 abc12345 abcabc abcd123 abcd1234 abcdef abcdefg abcdefgh
  abcdefghi password password! password. password0 password1 password2 password3 password11 password12 password123
  password1234 password12345 password2020 password2021 password2022 password2023 password2024 password2025 password2026
  password01 passw0rd p@ssw0rd p@ssword p@55w0rd pa55word pa55w0rd passwort passport pass123 pass1234 pass12345 passpass
  passwd mypassword mypass123 newpassword thepassword secret secret1 secret123 secrets letmein letmein1 letmein123 welcome
  welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 login123 loginlogin admin1 admin12 admin123 admin1234
  admin12345 admin123456 administrator adminadmin root123 rootroot toor123 test12 test123 test1234 test12345 testing
  testing1 testing123 testtest tester guest1 guest123 user123 user1234 username default changeme changeme1 changeme123
  change123 temp123 temp1234 temppass temporary demo123 demo1234 hello1 hello12 hello123 hellohello helloworld hello1234
  master master1 master123 superman superman1 batman batman1 spiderman ironman pokemon pokemon1 starwars starwars1 dragon
  dragon1 dragon123 monkey monkey1 monkey12 monkey123 shadow shadow1 sunshine sunshine1 princess princess1 football
  football1 baseball baseball1 basketball softball soccer soccer1 hockey hockey1 tennis tigger tigger1 tigers yankees
  lakers cowboys cowboys1 eagles steelers liverpool liverpool1 arsenal arsenal1 chelsea chelsea1 barcelona realmadrid
  manutd ronaldo rangers celtic juventus michael michael1 michelle jessica jessica1 jennifer jordan jordan1 jordan23
  ashley ashley1 daniel daniel1 andrew andrew1 anthony anthony1 charlie charlie1 thomas thomas1 robert robert1 william
  matthew matthew1 joshua joshua1 nicole nicole1 hannah hannah1 amanda amanda1 samantha sophie olivia brandon brandon1
  justin justin1 austin alexander alexis maggie george harley harley1 hunter hunter1 hunter2 ranger killer killer1 buster
  ginger pepper peanut cookie cookies chocolate butter banana orange orange1 cheese coffee pizza123 bailey jasmine summer
  summer1 summer123 summer2024 summer2025 summer2026 winter winter1 winter2024 winter2025 spring spring2025 autumn monday
  friday january february march123 april123 august september october november december freedom freedom1 whatever whatever1
  trustno1 trustme mustang mustang1 corvette porsche ferrari mercedes yamaha harleydavidson computer computer1 internet
  internet1 samsung samsung1 iphone google google1 facebook facebook1 linkedin twitter youtube windows windows1 microsoft
  apple123 android matrix access access14 access123 server123 cisco123 oracle123 mysql123 postgres database iloveyou
  iloveyou1 iloveyou2 iloveu iloveme loveme lovely lovely1 lover1 love123 love1234 loveyou mylove babygirl babygirl1 baby123
  angel1 angel123 angels sweetie sweety flower flower1 flowers butterfly rainbow rainbow1 lovers family family1 friends
  friends1 forever forever1 jesus1 jesus123 jesuschrist christ heaven blessed blessed1 faith123 godisgood blink182 metallica
  slipknot eminem nirvana greenday tinkerbell cinderella garfield snoopy scooby mickey mickey1 minnie donald nintendo
  playstation xbox360 minecraft minecraft1 fortnite naruto naruto1 pokemon123 zelda123 gandalf gandalf1 merlin phoenix
  wizard diamond diamond1 silver golden purple purple1 yellow orange123 black123 blue123 green123 red123 secret12 money1
  money123 dollar lucky1 lucky7 lucky123 qwerty7 letmein2 nothing nothing1 fuckyou fuckyou1 fuckme asshole biteme ninja1
  killer123 snowball soccer12 tester123 company1 company123 office123 property property1 property123 building building1
  building123 tenant tenant1 tenant123 landlord landlord1 landlord123 rent1234 portal portal1 portal123 apartment house123
  portal-demo-1 maintenance mainten1 manager manager1 manager123 seattle seattle1 newyork newyork1 london london1 chicago
  chicago1 america america1 canada canada1 austin123 dallas1 houston1 texas123 florida california`
    .split(/\s+/)
    .filter((word) => word.length >= 6),
);

export const isCommonPassword = (password: string): boolean =>
  common.has(password.normalize("NFKC").toLowerCase());

/**
 * Refuses the passwords that attackers try first; not in the demo, whose passwords are public (REG-18..21).
 * @throws AppError invalid
 */
export function refuseCommonPassword({ config }: Ctx, password: string, field = "password"): void {
  if (!config.demo && isCommonPassword(password))
    throw invalid({
      [field]: "This password is one of the most common and easily guessed. Please choose another.",
    });
}
