import { legal } from './site-legal.ts'

/** The public pages: the landing and the legal texts. Prerendered, so the browser's program has none of it. */
export const siteEs = {
  brand: 'Folio',
  language: 'Idioma',
  languages: { es: 'Español', en: 'English' },
  scheme: 'Apariencia',
  schemes: { auto: 'Automático', light: 'Claro', dark: 'Oscuro' },
  skip: 'Saltar al contenido',
  demoMark: 'Demostración — sin validez tributaria',
  demoBanner: 'Ambiente de demostración — documentos sin validez tributaria',
  nav: {
    main: 'Navegación principal',
    sections: 'Secciones de la página',
    features: 'Características',
    faqs: 'Preguntas frecuentes',
    prices: 'Precios',
    contact: 'Contacto',
    login: 'Iniciar sesión',
    register: 'Registrarse',
    dashboard: 'Ir a mi inicio',
  },
  footer: {
    label: 'Pie de página',
    terms: 'Términos',
    privacy: 'Privacidad',
    claim: 'Facturas en el SII, una sola vez, el día correcto.',
  },
  home: {
    title: 'Folio · Facturas y boletas de honorarios que se emiten solas en el SII',
    description:
      'Programa tus facturas electrónicas y boletas de honorarios una vez y se emiten solas en el SII, el día correcto y con la UF correcta. Sin suscripción: pagas solo por documento y por pago.',
    shareAlt:
      'Una factura electrónica emitida por Folio, junto a las palabras: tus facturas salen solas.',
  },
  hero: {
    title: 'Tus facturas salen solas.',
    accent: 'El día correcto, una sola vez.',
    lead: 'Ahorra tiempo y evita errores: programa a quién, cuánto y cuándo. Folio emite cada factura o boleta en el SII, con la UF que corresponde, y te muestra cada paso.',
    start: 'Comenzar sin suscripción',
    demo: 'Ver demo',
    more: 'Conocer las características',
    facts: [
      'Configuración en 5 minutos',
      'Plan gratis para empezar',
      'Cumple con todo lo que exige el SII',
    ],
    sample: 'Una factura de ejemplo',
    sampleState: 'Emitida sola, a las 09:14',
  },
  features: {
    title: 'Lo que antes hacías cada mes',
    lead: 'Lo escribes una vez. Desde entonces solo miras que haya salido.',
    items: {
      rules: {
        title: 'Facturación automática por reglas',
        desc: 'Un día fijo, el primer o el último día hábil: cada regla sabe cuándo emitir, a qué clientes y con qué UF.',
      },
      excel: {
        title: 'Carga masiva desde Excel',
        desc: 'Sube una planilla y emite cientos de documentos. Antes de emitir te mostramos qué fila tiene un problema y cuál.',
      },
      payments: {
        title: 'Enlaces de pago por correo',
        desc: 'Tu cliente recibe el documento con un botón para pagar, por transferencia o con tarjeta.',
      },
      dashboard: {
        title: 'Panel en tiempo real',
        desc: 'Qué se emitió, qué se envió, qué se vio y qué se pagó, al momento y sin entrar al SII.',
      },
    },
    promiseTitle: 'Exactamente una vez',
    promise:
      'Una factura no se puede borrar. Por eso, si el SII no alcanza a responder, Folio no la reenvía: primero la busca en tu lista de documentos emitidos. Y cada paso queda anotado en un historial que nadie puede cambiar.',
  },
  sample: {
    title: 'Así se ve tu semana',
    lead: 'Un panel de muestra, con una empresa inventada.',
    mark: 'Datos de ejemplo',
    company: 'Comercial Arrayán SpA',
    income: 'Ingresos',
    incomeNote: 'últimos 7 días, con IVA',
    documents: 'Documentos',
    documentsNote: 'emitidos solos',
    clients: 'Clientes',
    clientsNote: 'con documentos esta semana',
    chart: 'Ventas de los últimos 7 días',
    chartUnit: 'en miles de pesos, con IVA',
    chartSays: 'Ventas por día: {{days}}.',
    days: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
    activity: 'Actividad reciente',
    states: {
      paid: 'Pagada',
      sent: 'Enviada',
      issued: 'Emitida',
      planned: 'Programada',
    },
    rows: [
      { what: 'Factura N° 1204', who: 'Viña Los Quillayes Ltda.', when: '27/11, 09:14' },
      { what: 'Factura N° 1203', who: 'Panadería La Espiga SpA', when: '27/11, 09:12' },
      { what: 'Factura N° 1202', who: 'Colegio Altamar', when: '25/11, 09:30' },
      { what: 'Factura', who: 'Transportes Ñuble Ltda.', when: 'sale el 30/11' },
    ],
    enter: 'Entrar a la demostración',
    enterBody: 'Recorre una empresa de ejemplo por dentro: un clic, sin registrarte.',
    tryIt: 'Crear mi cuenta gratis',
    tryItBody: 'Conecta tu RUT y mira el panel con tus propias ventas.',
  },
  faqs: {
    title: 'Preguntas frecuentes',
    items: [
      {
        question: '¿Puedo programar la emisión en fechas o intervalos fijos?',
        answer:
          'Sí. Cada regla se repite todos los meses en el día que elijas: una fecha fija, el primer o el último día hábil, o el último día del mes. Folio conoce los feriados de Chile y te dice las próximas fechas antes de guardar.',
      },
      {
        question: '¿Hay costos fijos o contratos?',
        answer:
          'No. No hay suscripción, contrato ni tarjeta de crédito: la cuenta, las reglas y el panel son gratis. Pagas solo por cada documento emitido y por cada pago que recibas con nuestros enlaces. Lo que tu cliente transfiere desde su banco no cuesta nada, y no retenemos nada de lo que te pagan.',
      },
      {
        question: '¿Los documentos se envían desde mi propio correo?',
        answer:
          'Sí. Conectas tu cuenta de Gmail u Outlook y tus clientes reciben los documentos desde tu dirección de siempre, con el texto que tú escribiste.',
      },
      {
        question: '¿Es seguro pagar con los enlaces?',
        answer:
          'Sí. Los enlaces de pago van cifrados y cada uno muestra un solo documento. Los datos de la tarjeta los recibe el medio de pago; nosotros nunca los vemos.',
      },
      {
        question: '¿Qué documentos puedo emitir?',
        answer:
          'Facturas electrónicas, si tienes una empresa, y boletas de honorarios, si trabajas como independiente. Se emiten en el portal del SII, igual que si lo hicieras tú.',
      },
      {
        question: '¿Qué necesito para empezar?',
        answer:
          'Tu RUT de persona natural y tu clave tributaria. Para facturas, además, tener el certificado digital centralizado en el SII; te guiamos si aún no lo has subido.',
      },
      {
        question: '¿Qué hacen con mi clave del SII?',
        answer:
          'Se guarda cifrada, con una llave que está fuera de la base de datos, y se usa solo para lo que programaste. Nunca la volvemos a mostrar y puedes borrarla cuando quieras.',
      },
      {
        question: '¿Qué pasa si el SII está caído ese día?',
        answer:
          'Folio espera y vuelve a intentarlo. Si un envío quedó sin respuesta, primero busca el documento en el SII para no emitirlo dos veces, y si algo necesita tu decisión te avisa por correo.',
      },
      {
        question: '¿Puedo detener una factura antes de que salga?',
        answer:
          'Sí. Cada documento espera un plazo antes de emitirse: puedes revisarlo, saltarlo o pausar la regla completa. Una vez emitido se corrige como siempre, con una nota de crédito.',
      },
    ],
  },
  prices: {
    title: 'Pagas por lo que usas',
    lead: 'Sin suscripción, sin contratos y sin tarjeta de crédito.',
    free: 'Plan gratis',
    freeBody:
      'La cuenta, las reglas y el panel no cuestan nada, todo el tiempo que quieras. Pagas por documento emitido y por pago recibido con nuestros enlaces.',
    each: 'por documento',
    plusIva: '+ IVA',
    alone: {
      title: 'Documento',
      body: 'Factura, boleta de honorarios o nota de crédito emitida en el SII, con su PDF y su historia. Anular no cuesta nada.',
    },
    withMail: {
      title: 'Documento con correo',
      body: 'Además sale por correo a tu cliente, con el PDF y tu mensaje. Reenviarlo no cuesta más.',
    },
    payments: {
      title: 'Pagos con enlace',
      body: 'Solo por lo que confirma un medio de pago, como Khipu, Fintoc o Webpay. No retenemos nada de lo que te pagan; el medio cobra aparte lo suyo. Lo que tu cliente transfiere desde su banco no cuesta nada.',
      transfer: 'Transferencia',
      card: 'Tarjeta',
      withIva: '{{percent}} con IVA',
    },
    inPesos: 'Cerca de {{clp}} neto, con la UF de hoy',
    /** Said where a page's own prices aren't what is charged. */
    charged:
      'Lo que Folio cobra, en todos los idiomas: {{alone}} + IVA por documento, {{withMail}} + IVA si además sale por correo.',
    inPesosLater: 'En pesos, con la UF del día en que se emite',
    start: 'Comenzar sin suscripción',
  },
  contact: {
    title: 'Conversemos',
    lead: 'Cuéntanos qué necesitas. Te respondemos en menos de 24 horas.',
    name: 'Nombre completo',
    email: 'E-mail',
    phone: 'Teléfono',
    message: 'Mensaje',
    optional: 'opcional',
    website: 'No escribas nada aquí',
    submit: 'Enviar mensaje',
    submitting: 'Enviando...',
    sent: 'Recibimos tu mensaje. Te respondemos en menos de 24 horas.',
    failed: 'No pudimos enviar tu mensaje. Vuelve a intentarlo o escríbenos por correo.',
    throttled: 'Recibimos varios mensajes seguidos. Espera unos minutos o escríbenos por correo.',
    nameRequired: 'Escribe tu nombre',
    emailRequired: 'Escribe tu e-mail',
    emailInvalid: 'Email inválido',
    messageRequired: 'Escribe tu mensaje',
    withoutScript: 'Este formulario necesita JavaScript. También puedes escribirnos por correo.',
    mailTitle: 'Correo',
    whatsappTitle: 'WhatsApp',
    hoursTitle: 'Horario',
    hours: 'Lunes a viernes, de 9:00 a 18:00',
    answerTitle: 'Respuesta',
    answer: 'Antes de 24 horas',
  },
  legal,
} as const

export type SiteTexts = typeof siteEs
