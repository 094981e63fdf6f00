/**
 * The passwords that head every published list of breaches, and those Chileans add: clubs, towns, names,
 * words of the trade. Lower case. Short ones count too: they are common with a few digits around.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 12345 0123456789 987654321 9876543210 0987654321
11111111 111111 000000 00000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
121212 12121212 112233 11223344 1122334455 123123 123123123 123321 12344321 147258369 159357 159753
456456 456789 654321 87654321 7654321 789456 789456123 741852963 963852741 314159 31415926 20202020
10203040 102030 13131313 69696969 01012000 01011990 12341234 43214321 78907890 98765432 24682468 13579
password passw0rd p@ssword p@ssw0rd pa55word pass1234 passwort passord motdepasse senha parola
password1 password12 password123 password1234 mypassword newpassword passwords passphrase
qwerty qwertyui qwertyuiop qwerty1 qwerty12 qwerty123 qwerty1234 qwertz qwertzuiop azerty azertyuiop
qweasd qweasdzxc qweqweqwe asdfgh asdfghj asdfghjk asdfghjkl asdf asdfasdf asdf1234 asdasdasd
zxcvbn zxcvbnm zxcvbnm1 zaqwsx zaq12wsx zaq1zaq1 1qaz2wsx 1qaz2wsx3edc qazwsx qazwsxedc 1q2w3e 1q2w3e4r
1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1s2d3f4 abc123 abc12345 abcd1234 abcdef abcdefg abcdefgh
abcdefghi abcd abcde aa123456 a1234567 a12345678 a123456789 q1234567 aaaaaaaa aaaaaa abababab zzzzzzzz
admin administrator administrador admin123 admin1234 root rootroot toor letmein letmein1 welcome
welcome1 welcome123 changeme changeme1 default guest guest123 test test1234 testing testtest tester
temp temporal temporal1 user username usuario login login123 access secret secret123 topsecret master
superman batman spiderman starwars pokemon pikachu naruto minecraft fortnite roblox dragon monkey
shadow sunshine princess football baseball basketball hockey soccer killer trustno1 whatever freedom
iloveyou iloveyou1 iloveyou2 loveyou lovelove loveme ilovegod jesus jesus1 jesucristo jesusteama
michael michelle jennifer jessica jordan jordan23 ashley daniel thomas andrew charlie george robert
matthew joshua anthony william nicole amanda hannah samantha computer internet samsung google android
iphone apple microsoft windows facebook instagram whatsapp youtube linkedin twitter netflix spotify
summer winter spring autumn monday friday october november december january february september
flower cheese cookie chocolate banana orange purple silver golden yellow diamond ginger pepper hunter
ranger buster tigger maggie bailey harley mustang ferrari porsche mercedes corvette yamaha honda toyota
blink182 metallica nirvana eminem slipknot liverpool arsenal chelsea barcelona realmadrid manchester
juventus qwe123 qwe12345 asd123 asd12345 zxc123 aaa111 aaa123 abc abc1234 xxx xxxxxx xxxxxxxx lol lol123
hello hello123 hello1234 goodbye nothing something forever friends family mother father brother sister
angel angels angel1 lovely beautiful handsome sexy money money123
contraseña contrasena contraseña1 contrasena1 clave clave1 clave123 clave1234 miclave micontraseña
micontrasena sinclave secreto secreta acceso entrar ingresar bienvenido bienvenida bienvenidos
cambiar cambiame cambiala cambiarclave invitado prueba prueba1 prueba123 pruebas probando ejemplo
hola hola123 hola1234 holahola holamundo buenosdias adios gracias porfavor tequiero tequieromucho
teamo teamo1 teamomucho teamoamor amor amorcito miamor miamor1 amoramor amormio mivida micielo
micorazon corazon corazones princesa princesita principe reina reyna preciosa hermosa hermoso bonita
bonito linda lindo chiquita chiquito gordita gordito flaquita flaquito negrita negrito bebe bebito
estrella estrellita mariposa mariposas angelito angelita angeles cielo luna lunita solecito girasol
familia mifamilia mishijos mihijo mihija mimama mamita mama papa papito mamapapa hermano hermana abuela
abuelita abuelito amigos amigas amistad felicidad libertad esperanza alegria paciencia bendicion
diosmio diosesamor dioses diosteama cristo cristovive jesusmiamor virgencita guadalupe santamaria
sanantonio espiritu bendecida iglesia
chile chile123 chile2020 chile2021 chile2022 chile2023 chile2024 chile2025 chile2026 vivachile
chilechile chileno chilena santiago santiago1 valparaiso valpo vinadelmar viñadelmar concepcion conce
temuco valdivia puertomontt antofagasta iquique arica calama copiapo laserena coquimbo rancagua talca
chillan losangeles osorno puntaarenas curico linares quilpue maipu providencia lascondes nunoa ñuñoa
colocolo colocolo1 colocolo1925 colocolina universidad universidaddechile udechile ladechile lau
azules bulla catolica universidadcatolica cruzados cobreloa wanderers everton palestino huachipato
albo albos garrablanca losdeabajo losdelau
alexis alexis7 alexissanchez arturovidal vidal bravo zamorano bambam salas elmatador matador
copihue condor cordillera atacama rapanui pablo neruda pabloneruda gabrielamistral condorito
terremoto empanada completo marraqueta pisco piscola cachai weon hueon webon aweonao pelao
guaton flaco negro rucio
carlos carlos1 carolina claudia claudio cristian cristobal constanza catalina camila camilo andrea
andres alejandro alejandra alberto antonia antonio barbara beatriz benjamin bernardo bernardita daniela
diego eduardo elizabeth emilia enrique esteban estefania fabian fabiola felipe fernanda fernando
francisca francisco gabriel gabriela gonzalo guillermo gustavo hector hernan ignacia ignacio isabel
isidora ivan javier javiera jaime joaquin jorge jose josefa josefina juan juanito juanpablo juancarlos
julio karina katherine lorena lucas luis macarena manuel marcela marcelo marcos maria mariajose mario
martin martina mateo matias mauricio maximiliano miguel monica natalia nicolas pamela patricia patricio
paula paulina pedro rafael ramon renata ricardo roberto rodrigo romina rosa sandra sebastian sergio
sofia tamara teresa tomas trinidad valentina valeria vanessa veronica vicente victor victoria viviana
ximena yasna gonzalez munoz muñoz rojas diaz perez soto contreras silva martinez sepulveda morales
rodriguez lopez fuentes hernandez torres araya flores espinoza valenzuela castillo ramirez reyes
gutierrez castro vargas alvarez vasquez tapia fernandez sanchez carrasco gomez cortes herrera nunez
jara vergara rivera figueroa riquelme garcia bravo miranda
empresa empresas miempresa oficina trabajo negocio negocios ventas compras factura facturas facturacion
facturar boleta boletas honorarios contador contadora contabilidad contable impuestos impuesto tesoreria
sii siichile folio portalsii clavesii claveunica claveunica1 bancoestado bancochile santander falabella
cuentarut cuenta dinero plata platita millonario pyme spa limitada gerente gerencia secretaria asesoria
asesorias administracion sistema sistemas soporte informatica computador computadora servidor internet1
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes
miercoles jueves viernes sabado domingo verano invierno otoño primavera navidad
perro perrito gato gatito gatita leon tigre pajaro caballo conejo conejito toby bobby lassie firulais
futbol futbol1 messi messi10 ronaldo ronaldo7 cristiano maradona pele neymar boca bocajuniors riverplate
river america americas chivas mexico argentina peru colombia venezuela espana españa brasil uruguay
musica guitarra reggaeton badbunny bts bangtan blackpink harrypotter hogwarts dragonball goku vegeta
`
    .trim()
    .split(/\s+/),
)
