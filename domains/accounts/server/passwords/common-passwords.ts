import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";

/**
 * The most frequent passwords in published leaks, lowercase and six characters or longer, plus the words of
 * this trade: portal, property, building, apartment, rental, office, company, tenant, landlord, maintenance,
 * manager.
 */
const commonPasswords = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 654321 111111
  1111111 11111111 222222 333333 444444 555555 5555555 666666 777777 7777777 888888 88888888 999999 000000 00000000
  112233 11223344 121212 123123 123123123 123321 1234qwer 123abc 123qwe 123654 131313 147258 147258369 147852 159357
  159753 172839 232323 246810 252525 292929 456456 456789 159951 100200 101010 102030 110110 114477 12341234 1234554321
  12344321 123454321 123456a 123456q 123456abc 12345a 12345q 12345qwert 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
  1a2b3c qaz123 qazwsx qazwsxedc qwaszx qwe123 qweasd qweasdzxc qweqwe qwer1234 qwert123 qwerty qwertyu qwertyui
  qwertyuiop qwertz asd123 asdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdqwe123 zaq12wsx zaq1zaq1 zxc123
  zxcvbn zxcvbnm zxczxc azerty azertyuiop poiuyt mnbvcxz a12345 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4
  aa1234 aa123456 aaaaaa aaaaaaaa abc123 abc1234 abc12345 abcabc abcd123 abcd1234 abcdef abcdefg abcdefgh abcdefghi
  password passw0rd p@ssw0rd p@ssword p@55w0rd pa55word pa55w0rd passwort passport pass123 pass1234 pass12345 passpass
  passwd mypassword mypass123 newpassword thepassword secret secrets letmein welcome login123 loginlogin admin1 admin12
  admin123 admin1234 admin12345 admin123456 administrator adminadmin root123 rootroot toor123 test12 test123 test1234
  test12345 testing testtest tester guest1 guest123 user123 user1234 username default changeme change123 temp123
  temp1234 temppass temporary demo123 demo1234 hello1 hello12 hello123 hellohello helloworld hello1234 master superman
  batman spiderman ironman pokemon starwars dragon monkey shadow sunshine princess football baseball basketball softball
  soccer hockey tennis tigger tigers yankees lakers cowboys eagles steelers liverpool arsenal chelsea barcelona
  realmadrid manutd ronaldo rangers celtic juventus michael michelle jessica jennifer jordan ashley daniel andrew
  anthony charlie thomas robert william matthew joshua nicole hannah amanda samantha sophie olivia brandon justin austin
  alexander alexis maggie george harley hunter ranger killer buster ginger pepper peanut cookie cookies chocolate butter
  banana orange cheese coffee pizza123 bailey jasmine summer winter spring autumn monday friday january february
  march123 april123 august september october november december freedom whatever trustno1 trustme mustang corvette
  porsche ferrari mercedes yamaha harleydavidson computer internet samsung iphone google facebook linkedin twitter
  youtube windows microsoft apple123 android matrix access server123 cisco123 oracle123 mysql123 postgres database
  iloveyou iloveu iloveme loveme lovely lover1 love123 love1234 loveyou mylove babygirl baby123 angel1 angel123 angels
  sweetie sweety flower flowers butterfly rainbow lovers family friends forever jesus1 jesus123 jesuschrist christ
  heaven blessed faith123 godisgood blink182 metallica slipknot eminem nirvana greenday tinkerbell cinderella garfield
  snoopy scooby mickey minnie donald nintendo playstation xbox360 minecraft fortnite naruto zelda123 gandalf merlin
  phoenix wizard diamond silver golden purple yellow black123 blue123 green123 red123 money1 money123 dollar lucky1
  lucky7 lucky123 nothing fuckyou fuckme asshole biteme ninja1 snowball property building tenant landlord rent1234
  portal apartment house123 portal-demo-1 maintenance mainten1 manager seattle newyork london chicago america canada
  dallas1 houston1 texas123 florida california company office rental`.split(/\s+/),
);
/** A common word padded with up to this many digits or symbols is still a common password. */
const maxPadding = 6;

export function isCommonPassword(password: string): boolean {
  const normalized = password.normalize("NFKC").toLowerCase();
  const word = normalized.replace(/^[^a-z]+|[^a-z]+$/g, "");
  return (
    commonPasswords.has(normalized) ||
    (commonPasswords.has(word) && normalized.length - word.length <= maxPadding)
  );
}

/**
 * Rejects the passwords that attackers try first. Demo mode skips this check because its passwords are public
 * (REG-18..21).
 * @throws AppError invalid
 */
export function assertUncommonPassword({ config }: Ctx, password: string, field = "password"): void {
  if (!config.demo && isCommonPassword(password))
    throw invalid({
      [field]: "This password is too common. Choose one that's harder to guess.",
    });
}
