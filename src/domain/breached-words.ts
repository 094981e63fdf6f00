/**
 * The words that head published lists of breached passwords, without the digits and signs around them: 4,500 of the
 * 30,000 of zxcvbn's list, the most used first taken (MIT licence, copyright 2012-2016 Dan Wheeler and Dropbox, Inc.).
 */
export const breachedWords: ReadonlySet<string> = new Set(
  `
323q 567890a 567890q 56789a 56789d 56789m 56789q 56789qwe 56789s 56789z 5678a 5678q 567a 567q 56aa
56as 56qqq 56qw 56qwe 56qwerty 56ru 5abc 5qaz 5qwe 5qwer 5qwert 5qwerty 709b 777a a123 a1a2a a1b2c
a1b2c3d a1s2d a1s2d3f a2b3c a2b3c4d a2s3d a2s3d4f aaaaa aaasss aaliyah aardvark aaron abacab
aberdeen abgrtyu abnormal abrakadabra absolut abstr accord achilles achtung acidburn acmilan action
acura adam adgjmp adgjmptw adidas adonis adrenalin adriano advent aezakmi afrika agent aggies aikido
aikman airborne airbus airforce airman airplane airwolf akira alabama aladin alaska albany albatros
albion alcatraz alchemy alejandr aleksandr aleksandra aleksey alenka alessandro alex alexande
alexander alexandr alexandre alexey alexi alfa alibaba alice aliens alinka all4one allegro allen
alleycat allison allmine allsop allstar aloha alpha alphabet alpine altima alucard amadeus amand
amateur amateurs amatory amazon amber ambers ambrosia americ amerika amethyst amigo amorcit amore
amstel amsterda amsterdam anaconda anai anakin anal analsex ananas anarchy anastasi anastasiya
andrei andrey andromed andromeda andyod anfield angela angelus angus anhyeuem animal anime annie
antares antelope anthon anthrax antoni anubis aolsucks apache apollo applepie apples april aprilia
aptiva aquarius aragorn aramis arcadia archange area argentin aries arizona arjay armada armagedon
armani armstron arrow arrows artem artemis artemka artur asdasd asddsa asdffdsa asdfg asdfjkl
asdfzxcv asdqwe asdzxc asgard ashle asians asimov aspen aspire aspirine assasin assassin assfuck
asshole assholes assman assword asterix astra astral astro astros athlon atlanta atlantis atomic
atticus attila auburn audi audia auditt auggie aussie austin australi avalanch avalon avatar avenger
awesome awnyce azamat azazel azert azertyui azsxdc azsxdcfv azzer babe babes babyblue babyboy
babycake babydoll babyface babygirl babylon babylove bacardi bacchus backdoor badass badboy baddog
badger badgers badgirl badman baggins baggio bagira bagpuss bahamut baller ballin balloon balloons
balls baltimor bamboo banan bananas banane bandit bang banger bangkok banker banner banshee banzai
baracuda barbados barbie barcelon barefoot barfly baritone barkley barley barney barry barselona
barsik bartman basebal basket basketba basset bassman bastard bayern bball bcfields bdsm beach
beaches beagle beaker beamer beaner beanie bear bearcat bearcats beardog beast beastie beater beatle
beatles beautifu beauty beaver beavis beckham beech beefcake beemer beer beerman beethove beetle
beezer behappy bella belmont benessere benfica beng bengals beowulf beretta bergkamp berlin bestbuy
bettyboo bhbirf bian biao biatch bicycle bigass bigballs bigbang bigbear bigben bigbird bigblock
bigblue bigbob bigboobs bigbooty bigboss bigboy bigbutt bigcat bigcock bigdaddy bigdawg bigdick
bigdicks bigdog bigfish bigfoot biggie biggles biggun bigguns bigguy bighead bigjohn bigmac bigman
bigmike bigmoney bigone bigones bigpimp bigpoppa bigred bigsexy bigtime bigtit bigtits bigtruck biit
biker bikini bilbo billabon billy billybob billyboy bimbo bimmer bing bingo binladen bird birddog
birdie birdman biscuit bismarck bismark bismillah bitch bitchass bitches bitchy biteme bizkit blabla
black blackbir blackbird blackcat blackdog blackhaw blackie blackjac blackjack blacklab blackout
blacks blacky blade blades blahblah blake blam blaster blaze blazer bleach blessed blessing blink
blitz blizzard blobby blonde blondes blondie blowfish blowjob blowme blubber blue blueball bluebell
bluebird blueboy bluedog blueeyes bluefish bluejays bluemoon blues bluesky bluesman blunts boater
boating bobafett bobcat bobdole bobdylan boeing bogart bogdan bogey bohica boiler bolitas bollocks
bollox bologna bombay bomber bombers bonanza bond bondage bonehead boner bones bongo bonjour bonjovi
bonkers bonsai boob boobie boobies booboo boobs booger boogie bookie bookworm boomboom boomer
booster bootie boots bootsie bootsy booty bootys booyah boozer borabora bordeaux boricua borussia
bosco bossman boston boulder bounce bouncer bounty bowler bowling bowtie bowwow boxcar boxer boxers
boxing boxster boytoy boyz bozo br0d3r bradley brando brandon brandy braves brazil breaker breast
breasts breeze bremen brest brian bricks brighton bristol britney brodie broker bronco broncos
brooklyn brown brownie browns bruce brucelee bruins bruiser bruno brutus bubba bubbas bubble bubbles
buceta bucket buckeye buckeyes buckshot bucky budapest buddah buddha buddie buddy buddyboy budgie
budlight budman budweise budweiser buffalo buffet buffett buffy bugger builder bukkake bull bulldog
bulldogs bullet bullfrog bulls bullseye bullshit bumble bummer bumper bunghole bungle bunnies bunny
burger burner burnout burrito bushido buste busty butch butkus butter buttercu buttercup butterfl
butterfly buttfuck butthead butthole buttman buttons buzzard buzzer bynthytn byteme c2h5oh cabbage
cabernet cabron cactus cadillac caesar cafc calgary calibra calico caliente californ caligula
calimero callisto callum calvin camaro camaross camber cambiami cambridg camden camel camelot camels
cameltoe camero cameron camil camper canada cancer cancun candle candy candyass candyman cang
cannabis cannibal canon cantona canuck canucks capecod capetown capitals capone capricor capricorn
capslock captain caramel caravan cardinal carebear carlito carlitos carmex carnage carnival carpedie
carpente carpet carrera carrot carrots cartman cartoon cartoons casanova caserta casey cashmone
cashmoney casino casio casper cassandr cassie caster catch catcher catdog catfish catherin catman
catnip cats catwoman cavalier caveman cayman cbr900rr ccbill cdtnbr cdtnkfyf ceasar celeb celeron
celica celine celtic celtics cement ceng cent cerberus cessna cevthrb cfitymrf cgfhnfr chai chainsaw
challeng champ champion champs chao chaos charger chargers charisma charles charli charlott charlton
charly charmed charon chase chaser cheater checker checkers cheddar cheech cheeks cheeky cheers
cheetah chelle chelse cherokee cherries cherry cheshire chessie chester chevelle chevrole chevrolet
chevy chevys chewie chewy cheyenne chiara chicago chichi chicken chickens chicks chico chiefs chilli
chillin chilly chimera chinook chipmunk chipper chippy chloe chocha chocolat choochoo chopin chopper
chou chris chrisbln chriss chrissy christ christia christin christma christop chrome chronic chrono
chrysler chuai chuang chubby chuckie chuckles chucky chui chunky chuo ciccio cicero cigars cinder
cindy cinnamon cirrus citadel citroen cjkysirj cjkywt clancy clapton clarinet classic classics
claudi claymore clemson cleopatr clevelan climax climber clipper clippers clit clitoris cloud clouds
clover clovis clowns clutch cnfybckfd cobain cobalt cobra cobras cocacola cocaine cock cocker cocks
cocksuck cocksucker coconut codered coffee cohiba coke cola coldbeer coldplay collie colnago
colorado colors colt coltrane comanche comein comet commande commando compaq compass compute conan
concord concorde concrete condom cong connect connor consumer contra cookies coolcat cooldude cooler
coolguy coolio coolman coolness cooper coors cooter copper corleone corndog corolla corona corrado
corsair cosmic cosmo cosmos cosworth cougar cougars coventry cowboy cowboys cowgirl coyote cracker
cramps crazy crazybab creampie creamy creative cricket crimson critter crjhgbjy cruise cruiser
crunch crusader crusher crusty crysis crystal cthtuf cthulhu cthutq ctrhtn cuan cubbies cubs cubswin
cucumber cuddles cuervo cumming cumshot cumslut cunt cunts cupcake cupoi curious custom cutiepie
cutlass cutter cvthnm cxfcnmt cyber cyborg cyclone cyclops cygnus cygnusx cypress dabears dabomb
daddy daddyo daemon daewoo dagger daisy daisydog dakota dalejr dallas dalshe daman dammit damnit
dancer dang danger danie daniil danila danni danny dannyboy danzig darina darkange darkangel
darklord darkman darkness darkside darkstar datsun david davide davids davinci dawg daytona dbnfkbr
dbrnjh dbrnjhbz deadhead deadman deadpool death deejay deepthroat deeznuts deeznutz defender defiant
deftones dejavu delete delfin delight delphi delpiero delta deluxe demo denali deng deniro deniska
depeche derf derparol desert designer desire deskjet destin destiny detroit deutsch devil devildog
devils devo dexter dfcbkbcf dfcbkbq dfkthbz dfkthf dfktynby dfktynbyf dfvgbh dharma diablo dialog
diamonds diao diaper dick dickhead dickie dicks dicky diehard diesel dietcoke dieter digger diggler
digimon digital dilbert dildo dilligaf dima dimas dimitri dimples dinamo dinara dindom ding dingdong
dingo dinosaur dipshit dirtbike dirty disco discover disney diver divine dixie django dkflbckfd
dkflbr dkflbvbh dmitriy doberman doctor dodge dodger dodgeram dodgers dogbert dogbone dogboy dogcat
dogface dogfood dogg dogger doggie doggies doggy doghouse dogman dogpound dogs dogshit dogwood doit
doitnow doktor dolemite dollar dolphin dolphins dominik dominion dominiqu domino donkey donner
dontknow donuts doobie doodle doofus doogie dookie doomsday dotcom doubled doughboy dougie draco
dracula drago dragonba dragonfl dragons dragoon dragster drakon draven dreamcas dreamer dreams
dresden drifter driller driver drizzt droopy drowssap drpepper drummer dthjybrf duan dublin ducati
duchess duck duckie ducks dudeman duffer duffman dumbass dundee dungeon durango duster dusty
dutchess dylan dynamite dynamo eagle eagles earnhard earthlink eastside eastwood eatme eatpussy
eatshit eclipse eddie eduard edward eeyore egghead eggman eggplant einstein ekaterina elcamino
eldorado electra electric electro electron elefant element elephant elisabet elizabet elizaveta
elvis elvisp elway emerald emily empire enforcer engage engineer england enigma enrico enter enterme
enternow enterpri enterprise entropy epsilon eraser ericsson erotic erotica escalade escort eskimo
espresso esquire eternal eternity eureka europa evangelion ever everest everlast evgeniy evolutio
excalibu excalibur excite exigen exigent exodus exotic explorer express extreme f00tball fabie
fabienn fabio fabric facial faggot fairlane faith falcon falcons fallen fallout fandango fang
fantasia fantasy fantomas farmboy farscape farside fart fast4u fastball faster fatass fatboy fatcat
fatman fatty favorite fearless feather feelgood felix fellatio fender feng fenris fenway fergie
fergus fernand ferret fester fetish fghtkm fgtkmcby ficken fidelio fidelity fiesta figaro fighter
filter finder finger fire fireball firebird fireblad firefigh firefly firefox fireman firenze
firewall fish fishbone fishes fishhead fishin fishing fishon fisting fitness fitter fkbyjxrf
fktrcfylh fktrcfylhf fktrctq fktyrf flamengo flames flamingo flanker flash flasher flatron fletch
flexible flicks flipflop flipper floppy florian florida flounder fluff fluffy flyboy flyers flyfish
foobar footbal footjob fordf forest foreve forfun forgetit formula forsaken fortuna foryou fossil
fosters foxtrot foxy foxylady franc francesc francisc frank frankie franky freaks freaky freckles
freddy frederik freebird freee freefall freepass freeporn freesex freeuser freeway frenchy
friendster fright frisco frisky frodo frog frogger froggy frogman frogs front frontier frosch frosty
fubar fuck fucked fucker fuckers fuckface fuckhead fuckher fucking fuckinside fuckit fuckme fuckoff
fuckthis fucku fuckyo fuckyou fugazi fujitsu fukkc fulham fullmoon funky funstuff funtime furball
fusion fussball futurama fuzzy fyfcnfcbz fyfnjkbq fylhtq fytxrf fyutkbyf fyutkjxtr gabber gabrie
gabriell gadget gaell gagged gagging galant galaxy galina galore gambit gambler gameboy gamecock
gamecube gameover gamma gandalf ganesh gangbang gangsta gangster gannibal garden gareth garfield
gargoyle garion gasman gateway gatit gator gatorade gators gatsby gawker gbhfvblf gbpltw geezer
gegcbr geheim gemini generic genesis geng genius georg gerbil geronimo gerrard gesperrt getmoney
getout getsome gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghblehjr ghbrjk ghbywtccf ghetto ghhh47hj ghjcnj
ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf ghost ghostrider gianni giants gideon giggles gilles giorgi giorgio
giraffe girls giulia gizmo gizmodo gjkbyf gladiato gladiator glamour globus glock gmoney gn56gn
goalie goat goaway gobears goblin goblue gobucks gocubs goddess godfathe godfather godlike godsmack
godzilla gofast gofish goforit gogators gohome goirish goldeney goldfing goldfish goldstar goldwing
golf golfball golfer golfgti golfing goliath gollum gonavy gong gonzo goober good goodboy goodday
goodgirl goodie goodluck goodtime goofy gooner goose gopher gordo gordon gorilla gotcha goten goth
gotham gothic gotmilk gotohell gotribe govols grace granada grandam granny grapes gratis grease
great greatone green greenbay greenday greens gregor gremlin grendel gretzky griffey grin grinch
gringo grisha grizzly gromit groove groovy groucho grumpy grunt gryphon gsxr gthcbr gtnhjdbx guai
guang guardian guillaum guiness guinness guitar guitars gumby gundam gunnar gunner gunners gustav
guyver gymnast gypsy habibi hack hacked hacker haggis hairball hairy halflife halifax hallo hallowee
hambone hamburg hamish hamlet hammer hammers hamster handball handyman hannes hannibal hansol
hansolo hanuman happy happyday harald hardball hardcock hardcore harddick hardon hardone hardrock
harlem harrier harry harvest hattrick havana havefun hawaii hawaiian hawkeye hawkeyes hayabusa
hearts heater heather heaven heckfy hedgehog heidi heineken hejsan hellboy hellfire hellokitty
helloo hellos hellsing hellyeah helmet helmut helper helpme hemi hendrix heng henrik henry hentai
herbie hercules herewego hermes hershey hesoyam hetfield hewlett heynow hidden highbury highheel
highland highlander hiking hiphop hippie hitachi hithere hitler hitman hiziad hjccbz hjvfirf hobbes
hobbit hokies holein holiday holly hollywoo holycow holyshit homeboy homemade homer homerj homers
homerun hondas honey honeybee honeys hongkong honolulu hookem hooker hookup hooligan hoops hoosier
hoosiers hooter hooters hootie hopeful horizon horndog hornet hornets horney horny horse horses
hotass hotbox hotboy hotdog hotgirls hotone hotpussy hotred hotrod hotsex hotshot hotstuff hott
hottie hotties houdini hounddog house houston hover htubcnhfwbz huai hummer hunte hunting hurrican
husker huskers huskies hustler hyperion hyundai iamgod ib6ub ibanez iceberg icecream icecube
icehouse iceman idefix idontkno idontknow idunno iforget iforgot igor iguana ihateyou ijrjkfl iklo
ilikeit ilikepie illini illusion ilove iloveme ilovepussy ilovesex iloveu iloveyo imation immortal
impala impreza incubus indiana indians indigo inferno infiniti infinity inlove insane insert
insomnia inspiron install integra intel intercourse interne intrepid intruder inuyasha iomega ip76k
ipswich irina irinka irish irishka irishman iriska ironmaiden ironman iscool islander istanbul
istheman italia itisme itsme ivanov ivanova iverson iwantu j4ye3uz jabber jabroni jackal jackass
jackoff jackpot jackson jacob jagger jaguar jaguars jakarta jamaica james jamesbon jamesbond jamess
jamie jammer jammin jarhead jasmine jason jasper java javelin jaybird jayden jayhawk jayhawks
jazzman jazzy jedi jeep jeepster jefferso jehovah jello jelly jellybea jellybean jenn jennaj jennife
jenny jeremy jericho jerkoff jerry jessic jester jethro jets jetski jewels jezebel jiang jiao
jiggaman jimbo jimbob jimmy jimmys jing jingle jiong jktxrf jktymrf jockey joebob joecool joemama
johann johannes john johnboy johncena johndeer johndoe johngalt johnny johnson joker jokers jomama
jones jonny jorda joseph josephin joshu jrcfyf jsbach jubilee juggalo jughead juice juicy julie
julien jumbo jumper junebug jungle junior junkie junkmail jupiter just4fun just4me justdoit justice
justin justme kaboom kahlua kahuna kakashka kaktus kalina kamasutra kamikaze kamila kangaroo kansas
karachi karate karen karolina kashmir kasper katana katarina katerina kathy katie katrin kawasaki
kazantip kcj9wx5n keeper keepout keith kelly keng kenny kenobi kenshin kenwood kenworth kernel
kerouac kestrel kevin keyboard keystone keywest kfgjxrf kfhbcf kickass kicker kidrock kieran killa
killbill kille killers killjoy killme kilroy kimmie kingfish kingkong kingpin kingston kinky kipper
kirill kirsty kisses kissme kissmyass kiteboy kitkat kitten kittens kitty kittycat kittykat kittys
kiwi kjkszpj kjrjvjnbd klaste klaster kleopatra klingon klizma klondike knickers knicks knight
knights knockers knopka knuckles kodiak kojak kokomo kolbasa kolobok kolokol komodo konstantin kool
koolaid kordell korn koroleva korova koshka kosmos kostya kotaku kotenok krasotka krishna krokodil
krolik kronos krusty krypton ksenia ksusha ktyjxrf kuai kuang kume kungfu labrador labtec lacrosse
laddie ladybug laetitia lagnaf laguna lakers lakeside lakewood lakota lalakers lambda lamer lancelot
lancer lansing lantern laptop larisa larry laser lasvega lasvegas latinas latino laura lauren
laurent lazarus lback leather leavemealone ledzep leedsutd left4dead lefty legacy legend legion
legolas leinad lekker lemans lemmein lemonade leng lennon lenochka leonid leopard leopold lesbian
lesbians lespaul lestat letmei letsdoit letsgo lexmark lexus lfitymrf lfybbk lhfrjy liang liao
liberty lick licker licking lickit lickme lifehack lighter lightnin lightning lights lilbit limewire
lindros lineage linkin lion lionking liquid lithium little liverpoo lizard lobo lobster lockdown
loco logan logitech loki lokomotiv lolipop lollipop lollol lollypop lolol londo london lonesome
lonestar lonewolf longbow longdong longhair longhorn longjohn looker lookout looser loser losers
lotus love lovebug loveit lovelife lover loverboy lovers lovesex loveya lowrider ltybcrf luan luca
lucifer lucky luckydog luckyone ludmila lumber lumina lust lvbnhbq m2do5bs macbeth macdaddy machine
macman macross madcat maddie maddog madina madison madman madmax madness madonna maestro magelan
magellan maggi maggot magic magician magick magicman magnet magneto magnum magnus magpie magpies
maiden mailcreated mailman majestic makaka makaveli maksim maksimka malachi malaka malibu malice
malina malish mallard mallorca mamacita mamamia manchest mancity mandarin mandingo mandrake mandy
manfred mang mango maniac mankind manolo manowar manson mantis manutd marathon marbles marcello
marcius margarit marie marijuan marijuana marika marina marine mariner mariners marines marino
marius mariya marker markie markiz marlboro marley marseill marseille martini maryjane masamune
maserati mash mason massive maste masterbate masterp matrix matteo matthe matthias matty mature
maveric maverick maxdog maxell maxim maxima maxime maximus maxwell maxx maxxxx mayday mayhem
mazafaka mazda mazdarx mclaren meadow meatball meathead meatloaf mechanic medic medion medusa medved
megadeth megaman megan megane megapass megatron meister melanie meliss melissa mellon mellow melons
melrose memorex memphis menace meng mentor meowmeow mephisto mercede mercury meridian merlin merlot
mermaid mersedes messiah metall metallic metroid mets miami mian miao michae michigan mick mickey
micro microlab micron microphone microsof midget midnight midnite midway mighty mihail mikael mike
mikey milana milano milena milkman millenium miller million millwall mingus minime minimoni mirage
mischief misfit misfits mishka missy mister mistress misty mittens mizzou mnbvcxz mobydick modelsne
modena mohawk mojo molly mollydog moloko molson momdad mommy momoney monaco monalisa monarch mondeo
mone moneyman moneys mongoose monic monitor monke monkeybo monkeys monopoly monster montag montana
montecar montgom montreal montrose monty moocow mookie moomoo moonbeam moondog moonligh moonlight
moonshin moose mooses mopar mordor morgan moritz morpheus morrowind morten mortgage mortimer moscow
moskva motherlode motocros motorola mountain mouse mouser mozart mudvayne muffin mulder mullet
multiplelo munch munchkin muppet murphy murzik musashi muscle muscles mushroom music musicman
mustafa mustangs mustard mutant mybaby mydick mygirl mykids mylife mylove myname mynameis mypass
mystic myxworld naked namaste nancy nang nanook napalm napass napoli napster narnia nascar nastia
nasty nastya natali natalie nataly natasha nathan naughty nautica nautilus navajo navigator navyseal
nazgul nbvjatq ncc1701a ncc1701d ncc1701e nebraska nemesis neng neon neptune netscape nevada
nevermind nevermore nevets newark newbie newcastl newlife newpass newport newyear newyork nextel
nfnmzyf nfytxrf niang niao niceass niceguy nickel nico nicola nigga nigger nightmar nightwish nike
nikita nikitos nikki nikola nikolai nikolay nimbus nimrod nineinch niners ning ninja ninjas nintendo
nipper nipple nipples nissan nitram nitro nittany nofear nokia nokian nolimit nomad nomore noname
nong noodle noodles nookie nopass normandy norwich nostromo notebook notredam notused nounours
novell noway nthvbyfnjh ntktajy nuan nude nudes nudist nugget nuggets number nutmeg nuttertools
nwo4life nygiants nyjets nylons nymets nympho oakland oasis oatmeal obelix oberon obiwan oblivion
obsidian oceans octopus odyssey ohshit ohyeah oicu oilers oksana oldman oleg olenka olesya oliver
olivier olympus omega onelove onetime onetwo onion online onlyme opendoor opennow openup operator
optimist optimus oracle oranges orchard orchid oreo orgasm orient orioles orion oscar osiris othello
outback outkast outlaw overkill overlord oxford ozzy p0o9i8u p4ssw0rd pa55w0rd pacers pacino packard
packer packers pacman paco paddle padres paintbal paintball pajero pakistan paladin pallmall
palmtree paloma panama panasoni panasonic pancake pancho panda pandas pandora pang panhead panter
pantera panther panthers panties pantyhos panzer paolo papamama papillon paradigm paradise paradox
paragon paramedi paris parol parrot pasadena pascal pass passat passion passme passport passwd
passwor pasword patches pathfind patric patrici patrick patriot patriots paulie pavel pavement
pavilion pavlov payday pdtplf peace peach peaches peachy peanut peanuts pearljam pearls pebble
pebbles pecker peekaboo peeper peewee pegasus pelican pencil penetration peng penguin penguins penis
penny penthous pentium pepito peppe pepsi perfect persik persona pervert peter peterbil peterpan
petrov petrova petunia peugeot phantom pharmacy phat pheonix phialpha philippe philips phillies
philly phish phoeni phoenix photos phpbb pian pianoman piao picard picasso piccolo pickle pickles
pickup pics picturs pigeon piggy piglet pigpen pillow pimp pimpdadd pimpin pimping pinball pineappl
pineapple pinetree ping pingpong pinhead pink pinkfloy pinkfloyd pinky pinnacle pioneer pipeline
pippen pippo piramida pirate pirates pisces pissing pissoff pistol pistons pitbull pixies pizdec
pizza pizzaman pizzas placebo planet plasma plastic plastics platinum plato platon platypus playa
playball playboy player playmate playstat playstation playtime please ploppy plumber pluto plymouth
pobeda poison poiuyt poiuytrewq poker polaris police polina polniypizdec polo polska pompey poncho
pontiac pony poochie poodle pooh poohbear pookey pookie pool poontang poop pooper poopie poopoo
poopy pooter popcorn popeye popova popper poppy porkchop porn pornking porno pornos pornstar
portland portugal poseidon possum postal postman potato pothead powder power preacher precious
predator prelude premium presario presiden presto primus prince princes pringles printer prissy
private privet prodigy prophet prosper proton proview prowler proxy prozac psycho puck puddin
pudding puffin puffy pufunga pulsar pumper pumpkin pumpkins punisher punker punkin punkrock puppies
puppy puppydog pupsik purdue purpl pushkin puss pussey pussie pussies pussy pussycat pussyman pussys
putter pyramid python q123 q1q2q q1w2e q1w2e3r q1w2e3r4t q1w2e3r4t5y q2q3q q2w3e q2w3e4r q2w3e4r5t
q2w3e4r5t6y qa2ws qa2ws3ed qawsed qawsedrf qaz2ws qaz2wsx qaz2wsx3edc qazqaz qazws qazwsxed
qazwsxedcrfv qazxcv qazxsw qazxsw23edc qazxswedc qazzaq qiang qiao qing qiong qqqqq qqqwww quan
quantum quartz quasar quattro queens quest qw12qw qw34er qwas qwaszx qwe123qwe qwedsa qweqwe qwer
qwerasdf qwert qwertyu qwertyuio r2d2c3po rabbit rabbits rabota racecar racer racerx rachel racing
radeon radiohea radiohead ragnarok raider raiders rainbow rainbows rainman rainyday raistlin rambler
rambo rammstein ramones rampage ramrod ramses rancid random randy rang rangers raptor rascal rasdzv
rasmus rasputin rasta rastaman ratboy ratman raven ravens razor razz rbhbkk rctybz reader reaper
rebecca rebel rebels reckless redalert redbaron redbird redbone redbull redcar reddevil reddog
reddwarf redeye redfish redfox redhat redhead redhot redline redman redneck redrose redrum reds
redskin redskins redsox redstar redwing redwings redwood reebok reefer reflex reggae reload remingto
renault renegade reng reptile rereirf rescue restart retard revoluti revolver rewq rfgecnf rfhbyf
rfhnjirf rfnthbyf rfntymrf rfrfirf rfrnec rfvfcenhf rhbcnbyf rhfcjnrf rhino rhjrjlbk rhtdtlrj
rhubarb ricard riccardo richar richard riffraff rightnow ringo ripken ripper ripple rjhjktdf
rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn roadrunner roadster rober robin robocop
robot robotech robotics rocker rocket rockets rockford rockhard rockie rockies rockin rocknrol
rocknroll rockon rocks rockstar rocky rodeo rodman roger rogue rolex roller rollin rolltide romans
romashka romeo rommel rong roofer rookie rooster rootbeer rosebud roswell rotten route rover rovers
royals rtyuehe ruan rubber rubble rugby rugger rulez rulezzz rumble runaway runescape runner rush
ruslan russia rustam rusty rustydog sabbath sabine sabres sabrina sadie safari sahara saigon
sailboat sailing sailor saints sairam saiyan sakura salamander salami salasana saleen sally salman
salmon salomon salope salsero samanth sambo samiam samm sammy samoht samson samsun samtron samuel
samurai sancho sandiego sandman sandr sandrine sandro sandy sanfran sanity santafe sapper sapphire
sarah saratoga sascha sasha saskia sassy sasuke satan satana saturn saun sauron sausage sausages
savior sayang scamper scania scanner scarface scarlet schalke scheisse scooby scoobydo scoobydoo
scooter scorpio scorpion scotch scotland scott scotty scout scrabble scrapper scrappy scream
screamer scruffy scuba scully seabee seadoo seagull seahawks seamus searay seattle sebastia sebring
security sedona seeker segblue seinfeld sekret select seminole semper semperfi senators seneca seng
senna sensei sentinel sephiroth septembe serega serenity sergbest sergei sergey sergi serpent
sersolution server sesame seven sevens severin sex4me sexgod sexman sexo sexsex sexual sexx sexxx
sexxxx sexxxy sexxy sexybabe sexybitch sexyboy sexygirl sexylady sexyman sexyone sf49ers shado shag
shaggy shai shalom shaman shamrock shamus shaney shang shania shannon shao shaolin shark sharks
sharky shasta shaved shazam sheba sheeba sheepdog shei shelby shemale shen sheng sherlock shibby
shiloh shiner shinobi shitface shithead shitty shocker shodan shogun shonuf shooter shorty shotgun
shou showme showtime shuai shuang shui shun shuo shutup sidekick siemens sierra sigma sigmachi
silverad simba simon simple simpsons sinatra sinbad singapor sinister sinned sinner sirius sissy
sithlord sixers sixpack sixty skate skateboard skater skeeter skibum skidoo skiing skillet skinhead
skinny skipper skippy skittles skorpion skydive skyhawk skylar skylark skyler skyline skywalke
skywalker slacker slamdunk slammer slapper slappy slapshot slave slavik slayer sleeper sleepy slick
slider slim slimshad slimshady slinky slippery sliver slonik slowhand slugger sluggo slut sluts
slutty smackdow smackdown smart smashing smeghead smegma smelly smiles smiley smirnoff smirnov smith
smiths smitty smoke smoker smokes smokey smokie smokin smooth smoothie smudge smut snake snakes
snapon snapper snapple snappy snatch sneakers sneaky snicker snickers sniper snooker snoop snoopdog
snoopy snowball snowbird snowboar snowboard snowflak snowman snuffy snuggles sobaka socrates softail
softball software sojdlg123aljg solaris soldier soleil solitude solnce sommer sonata sonic sonics
sonoma sony sonyericsson sonyfuck sooners sophi sophie soprano soso123aljg soulmate southpar
southpark southpaw sowhat spaceman spam spank spanker spanking spankme spanks spanky spanner sparkle
sparkles sparky sparta spartak spartan spartans spawn speaker special specialk spectre spectrum
speedo speedy spencer sperma sphinx spice spider spiderma spidey spike spiker spikes spikey spinner
spiral spirit spitfire splash spliff splinter spock sponge spongebo spongebob spooge spooky spoons
sporty spotty sprint sprinter sprite sprout spud spunky spurs sputnik spyder squall squash squeak
squirrel squirt srinivas stalin stalker stallion stang stanislav stanley star starbuck starcraf
starcraft stardust starfire starfish stargate starligh starman starship start starter startrek
starwar stasik static stayout stealth steaua steeler steelers stefano steffi stellar stepan steph
stephani stephen stereo sterlin sterva steve steven stickman sticks sticky stiffy stigmata stimpy
sting stinger stingray stinker stinky stitch stocking stocks stone stonecol stonecold stoned stones
stoney storm stormy stranger strap stratfor stratus strawber strawberry streaming strelok strider
strike striker stripper stroker stryker stubby stud studly studman stumpy stunner stupid stylus suan
subaru sublime submit subway subzero success suck suckdick sucker suckers suckit suckme suckmydick
sucks sugar sultan summit sundance sunday sundevil sunfire sunflowe sunflower sunlight sunny
sunnyday sunrise sunset sunshin super superb superfly superma supernov supernova supersta superstar
supra surf surfer surfing survivor susan sushi suslik suzuki sveta svetik svetlana svoboda swallow
sweet sweetnes sweetness sweetpea sweets sweety swimmer swimming swinger swingers swinging swoosh
sword swordfis swordfish swords sydney sylveste syncmaster synergy syracuse syzygy tabasco taco
tacobell tacoma taekwondo talisman talon tampabay tango tanker tantra tanya tarakan tardis target
tarheel tarheels tarpon tarzan tasha tasty tatarin tattoo tatyana taurus taxman taylor tazman
tazmania tazz tbone tdutybq tdutybz teacher technics techno teddy teddybea teddybear teen teens
tekken telefon telephon tempest templar temppass tenchi teng tennis tequila terefon terminat
terminator terrapin terrier terror testpass tetsuo texas thailand thanatos thankyou thebear theboss
thecat thecrow thecure thedog thedon thedoors thedude theend theforce thegame thegreat thekid
theking theman theone therock thesims thewho thierry thirteen thisisit thoma thong thongs thor
threesom thuglife thumbs thumper thunder thunderb tian tiao tiberius tiburon tickle ticklish tiffany
tiger tigercat tigers tigge tights timber timeout timosha ting tinker tinkerbe tinkerbell tinman
tintin tipper titan titanic titanium titans titfuck titleist tits titten titties titts titty
tkbpfdtnf toaster toejam toffee tokiohotel tolkien tomahawk tomato tomcat tommy tommyboy toocool
toolbox toolman toon toonarmy tootie tootsie topcat topdog topgun tophat topher topper toriamos
torino tornado toronto toshiba tosser tottenha tottenham tracer tracker tractor trader trainer
tralala trance tranny transam translator trapper travel traveler travis treasure treble trebor
treefrog treetop trfnthbyf triangle tricky trident trigger trinitro trinity tripleh tripod tripper
triton triumph trixie trojan trojans troll trombone trooper trouble truck trucker trucking trucks
truelove trumpet trunks trustme trustno tsunami tuesday tujhrf tulips tunafish tundra tuning tupac
turbo turkey turnip turtle tuscl tweety twiggy twilight twinkie twinkle twisted twister tycoon tyler
typhoon tyson ufkbyf ugd5hip2j ultima ultimate ultra umbrella umpire undead underdog undertak
undertaker unicorn universa unreal uptown upyours uranus usarmy usmarine usmc usnavy usuckballz
utopia vacation vader vadim vagabond vagina valentin valera valhalla valkyrie vampir vampire
vancouve vanguard vanhalen vanilla varvara vasilisa vauxhall vbkfirf vector vectra vedder vehpbr
velvet vendetta venera venom verbatim veritas verizon vermont veronika versace vertigo vette vfczyz
vfhbyf vfhecz vfhufhbnf vfibyf vfitymrf vfksirf vfndtq vfntvfnbrf vfrcbv vfrcbvrf vfvekz vfvfgfgf
vfvjxrf viagra victory video viewsoni viewsonic viking vikings viktor viktoria viktoriya vincent
vintage violetta violin viper vipergts vipers virgin virginie visa vision vitalik vitamin vjcrdf
vjkjrj vjqgfhjkm vkontakte vlad vladik vladimir vladislav volcom volkov volkswag volley volleyba
volvo voodoo vortex voyager voyeur vqsablpzla vsegda vsjasnel vulcan waffle walleye walmart walnut
walrus wanderer wanker wanking wapbbs warcraft wareagle warez warhamme warhammer warlock warlord
warrior warriors warthog wasabi washingt wasser wassup watcher water waterboy waterloo watford wayne
weasel webhompas webmaste webmaster weed weezer welcom welder wendy weng werder werdna werewolf
westham westside westwood wetpussy wetter wg8e3wjf whatsup wheels whiplash whiskers whiskey whisky
whisper whistler white whiteboy whiteout whitesox whitey whocares whore whynot wibble wicked widget
wifey wildbill wildcard wildcat wildcats wildfire wildman wildone wildwood willow windmill windsor
windsurf wingman wingnut winner winston wisdom wiseguy wishbone wizard wizards wolf wolfen wolfgang
wolfie wolfman wolfpac wolfpack wolverin wolverine wolves wombat wonderboy woodie woodland woodstoc
woody woofer woofwoof woohoo wookie wordpass wordup wormix wp2003wp wr2i7h wraith wrangler wrench
wrestle wrestlin wrinkle wutang wxcvbn x2zkg8w x7pxr xanadu xantia xavier xbox xerxes xfiles xiang
xing xtreme xxxpass yamahar yamato yankee yankees ybrbnf ybrjkfq yeahbaby yessir yfcntymrf yfnfif
yfnfkb yfnfkmz yjdsqgfhjkm yoda yogibear yomama yosemite young yourmom yousuck yoyoma ytrewq yugioh
yummy yzerman z1x2c z1x2c3v z2x3c z2x3c4v zachary zalupa zang zanzibar zaphod zappa zapper zaq1xsw
zaqwsxcde zaqxsw zaqxswcde zaraza zarina zasada zebra zeng zenith zephyr zeppelin zerocool zeus zhai
zhao zhei zheng zhjckfd zhong zhou zhuai zhuang zhui zhun zhuo zidane ziggy zigzag zildjian zipper
zippo zippy zodiac zoloto zombie zong zorro zuan zvezda zxasqw zxcasd zxcasdqwe zxcv zxcvb zyjxrf
zzzxxx
`
    .trim()
    .split(/\s+/),
)
