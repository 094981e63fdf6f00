import type { SiteTexts } from '../es/site.ts'
import type { Translation } from '../translation.ts'
import { legal } from './site-legal.ts'

export const siteEn: Translation<SiteTexts> = {
  brand: 'Folio',
  language: 'Language',
  languages: { es: 'Español', en: 'English' },
  scheme: 'Appearance',
  schemes: { auto: 'Automatic', light: 'Light', dark: 'Dark' },
  skip: 'Skip to content',
  demoMark: 'Demonstration — no tax validity',
  demoBanner: 'Demonstration environment — documents without tax validity',
  nav: {
    main: 'Main navigation',
    sections: 'Sections of the page',
    features: 'Features',
    faqs: 'Questions',
    prices: 'Prices',
    contact: 'Contact',
    login: 'Log in',
    register: 'Register',
    dashboard: 'Go to my home',
  },
  footer: {
    label: 'Footer',
    terms: 'Terms',
    privacy: 'Privacy',
    claim: 'Invoices at the SII, just once, on the right day.',
  },
  home: {
    title: 'Folio · Chilean invoices and fee receipts that issue themselves at the SII',
    description:
      'Schedule your electronic invoices and honorarios receipts once and they issue themselves at the SII, on the right day and with the right UF. No subscription: you pay per document and per payment.',
    shareAlt:
      'An electronic invoice issued by Folio, beside the words: your invoices leave by themselves.',
  },
  hero: {
    title: 'Your invoices leave by themselves.',
    accent: 'The right day, just once.',
    lead: 'Save time and avoid errors: schedule to whom, how much and when. Folio issues each factura or boleta at the SII, with the right UF, and shows you every step.',
    start: 'Start without a subscription',
    demo: 'Watch a demo',
    more: 'See the features',
    facts: ['Set up in 5 minutes', 'A free plan to start', 'Everything the tax authority demands'],
    sample: 'A sample factura',
    sampleState: 'Issued by itself, at 09:14',
  },
  features: {
    title: 'What you used to do every month',
    lead: 'You write it once. From then on you only see that it left.',
    items: {
      rules: {
        title: 'Automatic invoicing by rules',
        desc: 'A fixed day, the first or the last business day: each rule knows when to issue, to which clients and with which UF.',
      },
      excel: {
        title: 'Bulk upload from Excel',
        desc: 'Upload a sheet and issue hundreds of documents. Before issuing we show which row has a problem, and which one.',
      },
      payments: {
        title: 'Payment links by e-mail',
        desc: 'Your client receives the document with a button to pay, by bank transfer or by card.',
      },
      dashboard: {
        title: 'A dashboard in real time',
        desc: 'What was issued, sent, seen and paid, at once and without opening the SII.',
      },
    },
    promiseTitle: 'Exactly once',
    promise:
      'A factura cannot be deleted. So, when the SII does not answer in time, Folio does not send it again: it first looks for it in your list of issued documents. And every step is kept in a history nobody can change.',
  },
  sample: {
    title: 'Your week looks like this',
    lead: 'A sample dashboard, with an invented company.',
    mark: 'Sample data',
    company: 'Comercial Arrayán SpA',
    income: 'Income',
    incomeNote: 'last 7 days, with IVA',
    documents: 'Documents',
    documentsNote: 'issued by themselves',
    clients: 'Clients',
    clientsNote: 'with documents this week',
    chart: 'Sales of the last 7 days',
    chartUnit: 'in thousands of pesos, with IVA',
    chartSays: 'Sales by day: {{days}}.',
    days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    activity: 'Recent activity',
    states: {
      paid: 'Paid',
      sent: 'Sent',
      issued: 'Issued',
      planned: 'Scheduled',
    },
    rows: [
      { what: 'Factura No. 1204', who: 'Viña Los Quillayes Ltda.', when: '27/11, 09:14' },
      { what: 'Factura No. 1203', who: 'Panadería La Espiga SpA', when: '27/11, 09:12' },
      { what: 'Factura No. 1202', who: 'Colegio Altamar', when: '25/11, 09:30' },
      { what: 'Factura', who: 'Transportes Ñuble Ltda.', when: 'leaves on 30/11' },
    ],
    enter: 'Enter the demonstration',
    enterBody: 'Walk through a sample company from the inside: one click, no registration.',
    tryIt: 'Create my free account',
    tryItBody: 'Connect your RUT and see the dashboard with your own sales.',
  },
  faqs: {
    title: 'Frequently asked questions',
    items: [
      {
        question: 'Can I schedule issuance on set dates or intervals?',
        answer:
          'Yes. Each rule repeats every month on the day you choose: a fixed date, the first or last business day, or the last day of the month. Folio knows the Chilean holidays and shows the next dates before you save.',
      },
      {
        question: 'Are there fixed costs or contracts?',
        answer:
          'No. There is no subscription, no contract and no credit card: the account, the rules and the dashboard are free. You pay only for each document issued and for each payment you receive through our links. What your client transfers from their own bank costs nothing, and we withhold nothing of what you are paid.',
      },
      {
        question: 'Are documents sent from my own mail account?',
        answer:
          'Yes. You connect your Gmail or Outlook account and your clients receive the documents from your usual address, with the text you wrote.',
      },
      {
        question: 'Is it safe to pay with the links?',
        answer:
          'Yes. Payment links are encrypted and each shows one document only. Card details go to the payment provider; we never see them.',
      },
      {
        question: 'Which documents can I issue?',
        answer:
          'Electronic invoices (facturas) if you have a company, and honorarios receipts (boletas) if you work independently. They are issued on the SII portal, exactly as if you did it yourself.',
      },
      {
        question: 'What do I need to start?',
        answer:
          'The RUT of a natural person and its SII password (clave tributaria). For facturas, also a digital certificate centralised at the SII; we guide you if you have not uploaded it yet.',
      },
      {
        question: 'What do you do with my SII password?',
        answer:
          'It is kept encrypted, with a key that lies outside the database, and is used only for what you scheduled. We never show it again and you can erase it whenever you want.',
      },
      {
        question: 'What happens if the SII is down that day?',
        answer:
          'Folio waits and tries again. If a submission was left without an answer, it first looks for the document at the SII so as not to issue it twice, and writes to you when something needs your decision.',
      },
      {
        question: 'Can I stop an invoice before it leaves?',
        answer:
          'Yes. Each document waits for a while before it is issued: you can review it, skip it or pause the whole rule. Once issued it is corrected as always, with a credit note.',
      },
    ],
  },
  prices: {
    title: 'You pay for what you use',
    lead: 'No subscription, no contracts and no credit card.',
    free: 'Free plan',
    freeBody:
      'The account, the rules and the dashboard cost nothing, for as long as you like. You pay per document issued and per payment received through our links.',
    each: 'per document',
    plusIva: '+ VAT',
    alone: {
      title: 'Document',
      body: 'A factura, boleta de honorarios or credit note issued at the SII, with its PDF and its history. Annulling costs nothing.',
    },
    withMail: {
      title: 'Document with e-mail',
      body: 'It also leaves by e-mail to your client, with the PDF and your message. Sending it again costs no more.',
    },
    payments: {
      title: 'Payments by link',
      body: 'Only for what a payment provider confirms, such as Khipu, Fintoc or Webpay. We withhold nothing of what you are paid; the provider charges its own part. What your client transfers from their own bank costs nothing.',
      transfer: 'Bank transfer',
      card: 'Card',
      withIva: '{{percent}} with VAT',
    },
    inPesos: 'About {{clp}} net, at today’s UF',
    /** Said where a page's own prices aren't what is charged. */
    charged:
      'What Folio charges, in every language: {{alone}} + VAT per document, {{withMail}} + VAT when it also leaves by e-mail.',
    inPesosLater: 'In pesos, at the UF of the day of issue',
    start: 'Start without a subscription',
  },
  contact: {
    title: 'Let’s talk',
    lead: 'Tell us what you need. We answer within 24 hours.',
    name: 'Full name',
    email: 'E-mail',
    phone: 'Phone',
    message: 'Message',
    optional: 'optional',
    website: 'Write nothing here',
    submit: 'Send message',
    submitting: 'Sending...',
    sent: 'We received your message. We answer within 24 hours.',
    failed: 'We could not send your message. Try again or write to us by e-mail.',
    throttled: 'We received several messages in a row. Wait a few minutes or write by e-mail.',
    nameRequired: 'Write your name',
    emailRequired: 'Write your e-mail',
    emailInvalid: 'Invalid e-mail',
    messageRequired: 'Write your message',
    withoutScript: 'This form needs JavaScript. You can also write to us by e-mail.',
    mailTitle: 'E-mail',
    whatsappTitle: 'WhatsApp',
    hoursTitle: 'Hours',
    hours: 'Monday to Friday, 9:00 to 18:00',
    answerTitle: 'Answer',
    answer: 'Within 24 hours',
  },
  legal,
}
