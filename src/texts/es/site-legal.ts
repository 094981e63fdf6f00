/** {{supportEmail}} and {{operator}} are filled in when the page is served. */
export const legal = {
  updated: 'Versión 2, del 27 de noviembre de 2026',
  contents: 'En esta página',
  terms: {
    title: 'Términos y condiciones',
    description:
      'Las condiciones del servicio: el mandato para actuar en el SII, qué hacemos y qué no, precios, tus derechos como consumidor y cómo terminar.',
    lead: 'Qué hacemos por ti, con qué permiso, cuánto cuesta y cómo se termina.',
    parts: [
      {
        title: 'Quiénes somos y qué es este acuerdo',
        body: [
          'Folio es un servicio de {{operator}} (en adelante, «Folio» o «nosotros»). Emite documentos tributarios electrónicos en el sitio del Servicio de Impuestos Internos (SII) según las reglas que tú defines. No somos parte del SII ni actuamos en su nombre.',
          'Al crear una cuenta aceptas estos términos y la política de privacidad. Anotamos la versión que aceptaste y la fecha, y esta página queda siempre disponible para que la guardes o la imprimas. Si usas Folio por una empresa, declaras que puedes obligarla.',
          'Puedes usar Folio si eres mayor de 18 años y estás inscrito ante el SII con inicio de actividades, o si actúas por una empresa que lo está.',
        ],
      },
      {
        title: 'El mandato para actuar en el SII',
        body: [
          'Al conectar tu RUT y tu clave tributaria nos das un mandato, en los términos de los artículos 2116 y siguientes del Código Civil, para entrar al sitio del SII como tú y hacer solamente esto: leer tus datos, empresas y clientes; leer tus registros de compras y ventas, para mostrarte el análisis de la pantalla de inicio; emitir las facturas y boletas de honorarios que programaste o confirmaste; emitir las notas de crédito con que corriges o anulas una factura, y anular boletas de honorarios, cada vez porque tú lo pediste; descargar los documentos emitidos; y consultar su estado.',
          'No usamos tu clave para nada más: no declaramos ni pagamos impuestos, no cambiamos tus datos ante el SII, no cedemos facturas y no la mostramos a nadie, tampoco a ti.',
          'Si emites facturas, también nos das la contraseña de tu certificado digital centralizado en el SII, para firmar esas facturas y sus notas de crédito, y nada más. La firma sigue siendo tuya para todos los efectos de la Ley 19.799.',
          'El mandato es gratuito para efectos del acceso, personal y revocable. Lo revocas cuando quieras: elimina la conexión en la pantalla Conexiones o escríbenos. Desde ese momento no entramos más y borramos las credenciales; lo que ya se emitió queda emitido. Si cambias tu clave en el SII, la que guardamos deja de servir y no la probamos de nuevo. Guardamos la versión del mandato que aceptaste y la fecha.',
        ],
      },
      {
        title: 'Quién responde por cada documento',
        body: [
          'El emisor de cada documento eres tú. Respondes ante el SII y ante tus clientes por su contenido: a quién, qué, cuánto y cuándo. Antes de crear una regla te mostramos exactamente qué se va a emitir, y antes de cada emisión hay un plazo en que puedes revisarla o detenerla.',
          'Nosotros respondemos por hacer lo que programaste: con los datos que confirmaste, el día que corresponde según la regla y con la UF publicada para esa fecha.',
        ],
      },
      {
        title: 'Una sola vez, y qué pasa si el SII falla',
        body: [
          'Folio está hecho para no emitir dos veces el mismo documento. Si un envío queda sin respuesta, lo buscamos en el SII antes de cualquier otro intento; si no se puede aclarar, te preguntamos y nada se envía mientras tanto.',
          'El sitio del SII es ajeno: puede estar caído, cambiar o rechazar un documento. En esos casos el documento puede salir más tarde o no salir, te avisamos por correo y en la pantalla de inicio, y siempre puedes emitirlo tú en sii.cl. No respondemos por las fallas del SII, y sí por avisarte y por no agravarlas.',
          'Un documento emitido no se borra. Una factura se corrige con una nota de crédito o de débito; una boleta de honorarios se anula dentro del plazo que da el SII.',
        ],
      },
      {
        title: 'Envío por correo',
        body: [
          'Si conectas tu cuenta de Google o de Microsoft, la usamos para enviar los documentos y avisos que configuraste. En Google el permiso es solo para enviar. En Microsoft es también para ver asunto, fecha y encabezados, nunca el texto, de los correos: con ellos comprobamos si un documento ya salió y si volvió devuelto. Si además nos dejas enviar por Microsoft documentos de más de 3 MB, ese permiso permite leer y cambiar tus correos, y lo usamos solo para el borrador de ese envío. Puedes desconectar la cuenta en cualquier momento.',
          'Si lo activas, el correo y el enlace de un documento muestran cuánto falta por pagar y la cuenta bancaria que indicaste. El dinero va directo de tu cliente a tu cuenta: no pasa por Folio, no lo retenemos y no cobramos por esas transferencias. Quien tenga el enlace puede avisar que transfirió; solo tú confirmas que llegó. Si además conectas tu cuenta en un medio de pago (Webpay, Khipu, Fintoc o Mercado Pago), tu cliente puede pagar ahí con tarjeta o transferencia. El pago lo procesa ese medio, con el que tienes tu propio contrato, y el dinero llega directo a tu cuenta. Por cada pago que ese medio confirma, Folio cobra 1 % si es transferencia y 2,9 % si es tarjeta, más IVA; no se descuenta de lo que recibes.',
        ],
      },
      {
        title: 'Precios y cobro',
        body: [
          'La cuenta, las reglas y el panel son gratis y no piden tarjeta: eso es el plan gratis. Se paga solo por lo que se usa: un monto en UF más IVA por cada documento emitido, también una nota de crédito, mayor si además sale por correo; y una parte de cada pago que un medio de pago confirma, como dice «Envío por correo». Los valores vigentes están en la página de precios, y su equivalente en pesos se calcula con la UF del día de la emisión.',
          'No se cobra un documento que no llegó a emitirse, ni anularlo, reenviarlo o recordarlo, ni una transferencia que tu cliente hace en su banco. No retenemos nada de lo que te pagan. Cada línea está en tu perfil, en «Consumo». Te entregamos una factura o boleta por nuestro servicio.',
          'Si cambiamos un precio te avisamos por correo al menos 30 días antes y puedes terminar sin costo antes de que rija. Ningún cambio alcanza a lo ya emitido.',
        ],
      },
      {
        title: 'Tus derechos como consumidor',
        body: [
          'Si la Ley 19.496 sobre protección de los derechos de los consumidores te es aplicable, incluidas las micro y pequeñas empresas según la Ley 20.416, nada en estos términos limita esos derechos.',
          'Puedes retractarte dentro de 10 días desde que creaste la cuenta, sin dar razones y sin costo; como no hay pagos anticipados, nada hay que devolver salvo lo cobrado por error, que se devuelve completo. El retracto no deshace documentos tributarios ya emitidos a tu nombre.',
          'Si el servicio no funciona como se ofreció puedes reclamar ante nosotros, ante el Servicio Nacional del Consumidor (sernac.cl) o ante el tribunal que corresponda a tu domicilio.',
        ],
      },
      {
        title: 'Lo que te pedimos',
        body: [
          'Dar datos verdaderos, emitir solo operaciones reales, tener permiso para usar los datos de tus clientes, cuidar tu contraseña y avisarnos si crees que alguien la conoce.',
          'No uses Folio para emitir documentos falsos, entrar a cuentas ajenas, enviar correo no deseado ni entorpecer el servicio o el sitio del SII. Si ocurre podemos suspender la cuenta, avisándote la razón y dejándote retirar tus documentos, salvo que una autoridad lo impida.',
        ],
      },
      {
        title: 'Nuestra responsabilidad',
        body: [
          'Respondemos por los daños que causemos con culpa o dolo en la prestación del servicio, conforme a la ley. Si eres una empresa que no tiene la calidad de consumidor, nuestra responsabilidad total por culpa leve en un año se limita a lo que pagaste ese año o a 10 UF, lo que sea mayor.',
          'No respondemos por el contenido que tú definiste, por datos equivocados que nos diste, por la falta de fondos o de pago de tus clientes, ni por hechos de terceros o de fuerza mayor.',
        ],
      },
      {
        title: 'Ambiente de demostración',
        body: [
          'Donde veas el aviso «Ambiente de demostración», el SII es simulado: las personas, las empresas y los documentos son inventados, no existen en el SII y no tienen validez tributaria. No ingreses ahí claves reales.',
        ],
      },
      {
        title: 'Cómo se termina',
        body: [
          'Puedes cerrar tu cuenta cuando quieras, sin costo y sin explicación: en tu perfil, con «Eliminar la cuenta». Si no puedes entrar, escribe a {{supportEmail}}. Las reglas se detienen de inmediato y lo que esperaba emitirse no se emite; si algo ya va camino al SII, primero esperamos a saber cómo terminó. Antes puedes descargar en tu perfil un ZIP con todo lo que guardamos de ti, también el PDF y el XML de cada documento.',
          'Nosotros podemos terminar el servicio con 60 días de aviso por correo. Los documentos tributarios se conservan por 6 años y 3 meses, como explica la política de privacidad, y después se borran.',
        ],
      },
      {
        title: 'Cambios, ley y consultas',
        body: [
          'Cada versión de estos términos tiene fecha. Antes de que rija una nueva te la avisamos por correo con 30 días, y al entrar a Folio te mostramos qué cambia y te pedimos que la aceptes, también en lo que toca al mandato.',
          'Mientras no la aceptes rige para ti la que aceptaste: lo que programaste se sigue emitiendo, y no hacemos por ti nada que ella no permita. Si no estás de acuerdo puedes revocar el mandato o cerrar tu cuenta, sin costo.',
          'Rige la ley chilena. Quien sea consumidor puede demandar en su domicilio; en lo demás, las partes fijan domicilio en Santiago.',
          'Consultas: {{supportEmail}}. Respondemos dentro de 30 días hábiles, y de costumbre mucho antes, de lunes a viernes de 9:00 a 18:00 (GMT-3).',
        ],
      },
    ],
  },
  privacy: {
    title: 'Política de privacidad',
    description:
      'Qué datos guarda Folio, para qué, con quién los comparte, cuánto tiempo, qué hay en tu navegador y cómo ejercer tus derechos.',
    lead: 'Qué datos guardamos, para qué, cuánto tiempo y qué puedes pedirnos.',
    parts: [
      {
        title: 'Quién responde por tus datos',
        body: [
          'El responsable del tratamiento es {{operator}}. Para todo lo relacionado con tus datos escribe a {{supportEmail}}.',
          'Esta política cumple la Ley 19.628 sobre protección de los datos personales, en su texto modificado por la Ley 21.719, que rige desde el 1 de diciembre de 2026. Aplicamos ese texto desde ya.',
          'Respecto de los datos de tus clientes que nos entregas para facturar, el responsable eres tú y nosotros los tratamos por encargo tuyo y según tus instrucciones.',
        ],
      },
      {
        title: 'Qué datos guardamos',
        body: [
          'De tu cuenta: e-mail, contraseña (solo su huella, que no se puede revertir), idioma, las sesiones abiertas con su navegador y sistema, el registro de lo que se hizo en la cuenta y, si lo activas, el segundo factor. De los navegadores y redes desde donde entras guardamos solo una huella, para avisarte de un acceso nuevo; la dirección de red va en ese aviso y no queda en tu cuenta. Si cambias tu correo, el anterior, mientras se puede deshacer.',
          'Del SII: tu RUT, tu clave tributaria y la contraseña de tu certificado (cifradas), tus empresas con sus direcciones y actividades, y tus registros de compras y ventas.',
          'De tu negocio: clientes con su RUT, dirección, giro y contactos; productos, reglas y documentos con su historia y sus envíos.',
          'De los archivos de documentos que subes para emitir, el archivo entero y lo que corriges en él, con lo que dice de tus clientes: RUT, nombre, dirección, correos y lo que les cobras.',
          'De tu correo, si lo conectas: tu dirección, el nombre y la firma que muestras, y el permiso que nos diste. En Gmail ese permiso es solo para enviar. En Outlook deja ver también asunto, fecha y encabezados, nunca el texto: los miramos solo en cada documento que enviamos y en su conversación, para no enviarlo dos veces y saber si volvió devuelto, y no los guardamos. Si nos dejas enviar por Outlook documentos de más de 3 MB, ese permiso permite además leer y cambiar tus correos; lo usamos solo para preparar el borrador de ese envío.',
          'De tus cobros, si los sigues: tu cuenta bancaria, los pagos y devoluciones que anotas, y lo que tus clientes avisan que transfirieron, con su comprobante si lo adjuntan. De un pago en línea, su monto, hora y estado, y lo que el medio de pago informa: los últimos cuatro dígitos de la tarjeta, o el RUT y el banco de quien pagó. El aviso que nos manda Khipu, Fintoc o Mercado Pago lo guardamos primero completo, tal como llega: puede traer también el nombre, el correo, el RUT y el número de cuenta de quien pagó. Después dejamos solo sus números, fechas y montos. De las cartolas que subes, sus movimientos, no el archivo: día, monto, número de operación y, de lo que llegó, quién pagó y el texto del banco; de lo que salió de la cuenta no guardamos a quién ni por qué, salvo que el banco diga que es una reversa. También a quién autorizas a pagar por un cliente. Si activas los recordatorios, qué se recordó a qué cliente y cuándo, y a quién pediste no recordar. Quien tiene el enlace de un documento ve tu cuenta, lo que falta por pagar de él y el comprobante de lo pagado; los otros documentos por pagar de ese cliente, solo con un código enviado a un correo que tú tienes de él, y por un día guardamos a qué contacto lo enviamos.',
          'De lo que Folio te cobra: de qué documento, correo o pago, cuándo y cuánto, sin nombres ni RUT.',
          'De quien nos escribe por el formulario: nombre, e-mail, teléfono si lo da, y el mensaje.',
          'No pedimos datos sensibles ni de menores de edad, y no guardamos números de tarjetas: se escriben en la página del medio de pago.',
        ],
      },
      {
        title: 'Para qué los usamos y con qué fundamento',
        body: [
          'Para prestar el servicio que contrataste: entrar al SII con tu mandato, emitir, enviar y mostrarte lo que pasó. Fundamento: el contrato contigo.',
          'Para cumplir la ley: conservar documentos tributarios, emitir nuestras propias facturas y responder a autoridades competentes. Fundamento: obligación legal.',
          'Para cuidar tu cuenta y el servicio: detectar accesos extraños, limitar abusos, mantener un historial inalterable de cada emisión. Fundamento: interés legítimo, tuyo y nuestro, en que nadie emita por ti.',
          'Para enviarte avisos que elegiste, y contestar tus mensajes. Fundamento: tu consentimiento, que puedes retirar en cualquier momento sin efecto hacia atrás.',
          'No vendemos datos, no los usamos para publicidad y no tomamos decisiones automatizadas que produzcan efectos jurídicos sobre ti: los documentos salen porque tú programaste la regla.',
        ],
      },
      {
        title: 'Cómo cuidamos tu clave del SII',
        body: [
          'La clave y la contraseña del certificado se guardan cifradas, cada una con su propia llave, y esas llaves se cierran con otra que está fuera de la base de datos. Solo el proceso que entra al SII puede abrirlas, en el momento en que las usa. Nunca se escriben en registros, correos ni respaldos sin cifrar, y nunca se vuelven a mostrar.',
          'Si el SII rechaza la clave, no la probamos de nuevo: te pedimos la correcta. Cuando eliminas la conexión, la clave se destruye.',
        ],
      },
      {
        title: 'Con quién los compartimos',
        body: [
          'Con el SII, lo necesario para emitir y consultar tus documentos. Con tus clientes, los documentos que les emites. Con el medio de pago que conectes y tu cliente elija, el documento, su monto y el nombre y RUT de quien lo recibe. Con Google o Microsoft, los correos que envías por su medio, si conectaste esa cuenta. Con el servicio de correo que entrega los avisos de Folio, tu e-mail y el aviso. Con quienes nos prestan servidores y almacenamiento, como encargados, bajo contrato y sin poder usar los datos para otra cosa.',
          'Con tribunales y autoridades, solo cuando la ley obliga y en lo estrictamente pedido.',
        ],
      },
      {
        title: 'Datos fuera de Chile',
        body: [
          'Google y Microsoft pueden tratar fuera de Chile los correos que envías por ellos. Si otro proveedor lo hace, será en países con protección adecuada o con cláusulas contractuales que den garantías equivalentes, como exige la ley.',
        ],
      },
      {
        title: 'Cuánto tiempo',
        body: [
          'Las credenciales, mientras dure la conexión. Los datos de la cuenta, tus clientes, reglas y el registro de lo que se hizo, mientras tengas la cuenta. Una cuenta que no se activa, 30 días.',
          'Los documentos tributarios con su historial, sus envíos y lo que el SII informa de esos meses, 6 años y 3 meses desde su emisión: los 6 años de los artículos 17 y 200 del Código Tributario se cuentan desde que vence el impuesto. Si cierras la cuenta, se conservan los documentos emitidos, su historial, el mandato que aceptaste y el registro de para qué se usó tu clave, que prueban que actuamos por ti, y lo que Folio te cobró; lo demás se borra al cerrarla.',
          'Lo que Folio te cobró, línea por línea y sin nombres ni RUT, 6 años y 3 meses, también si cierras la cuenta: es el registro de nuestras ventas, y la ley pide conservarlo.',
          'Los pagos, devoluciones y avisos de transferencia de un documento, con su comprobante, y los intentos de pago en línea, tanto como el documento. Los avisos completos de los medios de pago, 30 días desde que los procesamos; sus números, fechas y montos, sin quién pagó, 6 años y 3 meses desde que llegan. Todo eso se borra al cerrar la cuenta.',
          'Los mensajes del formulario, un año. La anotación de que te enviamos un aviso, 30 días. La respuesta a cada orden que das, por si tu navegador la repite, 30 días; la de un contacto se borra con él. Las palabras de una página del SII que no conocíamos, 90 días desde la última vez. Una sesión, 90 días a lo más. La huella de un navegador y una red, un año desde la última vez. Quién pagó y el texto del banco, de un movimiento que no es un pago, 13 meses. Un archivo de documentos que subes, 90 días, o hasta que lo borres. El correo anterior de tu cuenta, 7 días desde el cambio.',
          'Después se borran, cada noche. Los respaldos cifrados se renuevan y pierden lo borrado en su propio ciclo.',
        ],
      },
      {
        title: 'Tus derechos',
        body: [
          'Puedes pedir, gratis: acceso a tus datos y una copia; rectificación de lo inexacto; supresión de lo que ya no se necesita; oposición a un uso basado en interés legítimo; portabilidad, en un formato abierto que otro programa pueda leer; y bloqueo temporal mientras se resuelve una solicitud. También puedes retirar tu consentimiento y revocar el mandato.',
          'La copia y la portabilidad las tienes al momento en tu perfil: «Todo lo que guardamos de ti» descarga un ZIP con tus datos en Excel y JSON, y el PDF y el XML de cada documento. La supresión también: «Eliminar la cuenta», que antes te muestra qué se borra y qué manda conservar la ley. La rectificación: corriges el correo de la cuenta en tu perfil, y tus clientes y sus contactos donde los usas. El bloqueo: «Suspender el uso de tus datos», en tu perfil; mientras dure no emitimos, no entramos al SII por nuestra cuenta ni enviamos tus documentos. El mandato lo revocas en Conexiones, y el permiso de tu correo en Correo.',
          'Para lo demás, o si no puedes entrar, escribe a {{supportEmail}} desde el correo de tu cuenta. Respondemos dentro de 30 días corridos, prorrogables una vez por otros 30 si el caso lo exige; el bloqueo, dentro de 2 días hábiles. Si negamos algo te decimos por qué: por ejemplo, no podemos suprimir antes de tiempo documentos que la ley tributaria manda conservar.',
          'Si nuestra respuesta no te satisface puedes reclamar ante la Agencia de Protección de Datos Personales.',
        ],
      },
      {
        title: 'Cookies y lo que queda en tu navegador',
        body: [
          'No usamos cookies de publicidad ni de medición, ni programas de terceros. Por eso no ves un aviso de cookies.',
          'Al entrar o confirmar tu correo, tu navegador recibe una cookie técnica que dura un año: lo reconoce, para que los intentos fallidos de otras personas no te dejen fuera de tu cuenta.',
          'Mientras conectas una cuenta de correo hay otra cookie técnica que dura minutos y comprueba que la respuesta de Google o Microsoft vuelve a tu mismo navegador.',
          'Si alguien pide ver sus otros documentos por pagar con un código, su navegador recibe una cookie técnica solo para esa página: dura 10 minutos hasta que escribe el código y 30 desde entonces, para que esos documentos se vean solo allí.',
          'En el almacenamiento del navegador guardamos tu sesión, el idioma, la apariencia clara u oscura, el borrador de la regla que estás creando y marcas de un trámite en curso, como conectar un correo; nunca contraseñas. La sesión y el borrador se borran al cerrar sesión.',
        ],
      },
      {
        title: 'Si algo sale mal',
        body: [
          'Si hubiera una vulneración de seguridad que ponga en riesgo tus derechos, avisaremos sin demora a la Agencia de Protección de Datos Personales y a ti, con qué pasó, qué datos alcanzó y qué conviene hacer.',
        ],
      },
      {
        title: 'Cambios y consultas',
        body: [
          'Cada versión de esta política tiene fecha y lleva el mismo número que los términos. Los cambios se avisan por correo 30 días antes de regir, y te los mostramos al entrar.',
          'Consultas: {{supportEmail}}. Respondemos dentro de 30 días hábiles, y de costumbre mucho antes, de lunes a viernes de 9:00 a 18:00 (GMT-3).',
        ],
      },
    ],
  },
} as const
