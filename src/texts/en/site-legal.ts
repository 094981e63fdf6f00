import type { legal as spanish } from '../es/site-legal.ts'
import type { Translation } from '../translation.ts'

/** For reading: the Spanish version is the one that binds, as its first part says. */
export const legal: Translation<typeof spanish> = {
  updated: 'Version 2, 27 November 2026. A translation: the Spanish version governs.',
  contents: 'On this page',
  terms: {
    title: 'Terms and conditions',
    description:
      'The conditions of the service: the mandate to act at the SII, what we do and do not do, prices, your rights as a consumer and how to end.',
    lead: 'What we do for you, by which permission, what it costs and how it ends.',
    parts: [
      {
        title: 'Who we are and what this agreement is',
        body: [
          'Folio is a service of {{operator}} (“Folio” or “we”). It issues electronic tax documents on the website of the Chilean tax authority (Servicio de Impuestos Internos, SII) by the rules you define. We are no part of the SII and do not act in its name.',
          'By creating an account you accept these terms and the privacy policy. We put on record the version you accepted and the date, and this page stays available for you to keep or print. If you use Folio for a company, you declare that you may bind it.',
          'You may use Folio if you are over 18 and registered with the SII as having started activities, or act for a company that is.',
        ],
      },
      {
        title: 'The mandate to act at the SII',
        body: [
          'By connecting your RUT and your SII password you give us a mandate, under articles 2116 and following of the Civil Code, to enter the SII website as you and do only this: read your data, companies and clients; read your registers of purchases and sales, to show you the analysis on the home screen; issue the invoices and honorarios receipts you scheduled or confirmed; issue the credit notes that correct or annul an invoice, and annul honorarios receipts, each time because you asked for it; download the issued documents; and look up their state.',
          'We use your password for nothing else: we do not declare or pay taxes, change your data at the SII or assign invoices, and we show it to nobody, not even to you.',
          'If you issue invoices, you also give us the password of your digital certificate centralised at the SII, to sign those invoices and their credit notes, and nothing else. The signature remains yours for all effects of Law 19.799.',
          'The mandate is free of charge as to the access, personal and revocable. You revoke it whenever you want: delete the connection on the Connections screen or write to us. From then on we enter no more and erase the credentials; what was issued stays issued. If you change your password at the SII, the one we keep is worth nothing and we do not try it again. We keep the version of the mandate you accepted, and the date.',
        ],
      },
      {
        title: 'Who answers for each document',
        body: [
          'You are the issuer of each document. You answer to the SII and to your clients for its content: to whom, what, how much and when. Before you create a rule we show exactly what will be issued, and before each issue there is a time in which you can review or stop it.',
          'We answer for doing what you scheduled: with the data you confirmed, on the day the rule says and with the UF published for that date.',
        ],
      },
      {
        title: 'Just once, and what happens if the SII fails',
        body: [
          'Folio is made never to issue the same document twice. If a submission is left without an answer, we look for it at the SII before any other attempt; if that cannot settle it, we ask you and nothing is sent meanwhile.',
          'The SII website belongs to others: it may be down, change or refuse a document. Then the document may leave later or not at all, we tell you by e-mail and on the home screen, and you can always issue it yourself at sii.cl. We do not answer for the SII’s failures; we do for telling you and for not making them worse.',
          'An issued document cannot be erased. An invoice is corrected by a credit or debit note; an honorarios receipt is annulled within the time the SII allows.',
        ],
      },
      {
        title: 'Sending by e-mail',
        body: [
          'If you connect your Google or Microsoft account, we use it to send the documents and notices you set up. With Google the permission is only to send. With Microsoft it is also to see subject, date and headers, never the text, of the mails: with them we check whether a document already left and whether it came back undelivered. If you also let us send documents of more than 3 MB through Microsoft, that permission allows reading and changing your mails, and we use it only for the draft of that sending. You can disconnect the account at any time.',
          'If you switch it on, the mail and the link of a document show what is still to be paid and the bank account that you gave. The money goes straight from your client to your account: it does not pass through Folio, we do not withhold it and we charge nothing for those transfers. Whoever has the link can say that they made the transfer; only you confirm that it came. If you also connect your account at a payment provider (Webpay, Khipu, Fintoc or Mercado Pago), your client can pay there by card or transfer. The payment is processed by that provider, with whom you have your own contract, and the money goes straight to your account. For each payment that the provider confirms, Folio charges 1 % of a transfer and 2.9 % of a card payment, plus IVA; it is not deducted from what you receive.',
        ],
      },
      {
        title: 'Prices and charges',
        body: [
          'The account, the rules and the dashboard are free and ask for no card: that is the free plan. You pay only for what you use: an amount in UF plus VAT for each issued document, credit notes included, higher when it also leaves by e-mail; and a part of each payment that a payment provider confirms, as “Sending by e-mail” says. The prices in force are on the prices page, and their equivalent in pesos is taken at the UF of the day of issue.',
          'A document that was not issued is not charged, nor is annulling, resending or reminding of one, nor a transfer that your client makes at their bank. We withhold nothing of what you are paid. Each line is in your profile, under “Usage”. We give you an invoice or receipt for our service.',
          'If we change a price we tell you by e-mail at least 30 days before, and you may end at no cost before it applies. No change reaches what was already issued.',
        ],
      },
      {
        title: 'Your rights as a consumer',
        body: [
          'If Law 19.496 on consumer protection applies to you, micro and small companies under Law 20.416 included, nothing in these terms limits those rights.',
          'You may withdraw within 10 days of creating the account, without reasons and at no cost; as nothing is paid in advance there is nothing to return but what was charged by mistake, which is returned whole. Withdrawal does not undo tax documents already issued in your name.',
          'If the service does not work as offered you may complain to us, to the National Consumer Service (sernac.cl) or to the court of your domicile.',
        ],
      },
      {
        title: 'What we ask of you',
        body: [
          'To give true data, issue only real operations, have permission to use your clients’ data, take care of your password and tell us if you think somebody knows it.',
          'Do not use Folio to issue false documents, enter the accounts of others, send unwanted mail or obstruct the service or the SII website. If that happens we may suspend the account, telling you why and letting you take your documents, unless an authority prevents it.',
        ],
      },
      {
        title: 'Our liability',
        body: [
          'We answer for the damage we cause by negligence or intent in giving the service, as the law says. If you are a company that is not a consumer, our total liability for slight negligence in a year is limited to what you paid that year or 10 UF, whichever is more.',
          'We do not answer for the content you defined, for wrong data you gave us, for your clients’ lack of funds or payment, or for acts of third parties or force majeure.',
        ],
      },
      {
        title: 'Demonstration environment',
        body: [
          'Where you see the notice “Demonstration environment”, the SII is simulated: the people, companies and documents are invented, do not exist at the SII and have no tax validity. Do not enter real passwords there.',
        ],
      },
      {
        title: 'How it ends',
        body: [
          'You can close your account whenever you want, at no cost and without explanation: in your profile, with “Delete the account”. If you cannot sign in, write to {{supportEmail}}. Rules stop at once and what was waiting is not issued; if something is already on its way to the SII, we first wait to know how it ended. Before that you can download in your profile a ZIP with everything we keep about you, the PDF and XML of each document included.',
          'We may end the service with 60 days’ notice by e-mail. Tax documents are kept for 6 years and 3 months, as the privacy policy explains, and then erased.',
        ],
      },
      {
        title: 'Changes, law and questions',
        body: [
          'Each version of these terms has a date. We tell you of a new one by e-mail 30 days before it is in force, and when you sign in we show you what changes and ask you to accept it, also as regards the mandate.',
          'Until you accept it, the one you accepted holds for you: what you scheduled goes on being issued, and we do nothing for you that it does not allow. If you do not agree you may revoke the mandate or close your account, at no cost.',
          'Chilean law applies. A consumer may sue at their own domicile; otherwise the parties set their domicile in Santiago.',
          'Questions: {{supportEmail}}. We answer within 30 business days, and usually much sooner, Monday to Friday from 9:00 to 18:00 (GMT-3).',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    description:
      'Which data Folio keeps, what for, with whom it is shared, for how long, what is in your browser and how to use your rights.',
    lead: 'Which data we keep, what for, for how long, and what you may ask of us.',
    parts: [
      {
        title: 'Who answers for your data',
        body: [
          'The controller is {{operator}}. For anything about your data write to {{supportEmail}}.',
          'This policy follows Law 19.628 on the protection of personal data as amended by Law 21.719, in force from 1 December 2026. We already apply that text.',
          'For the data of your clients that you give us for invoicing, you are the controller and we process it on your behalf and by your instructions.',
        ],
      },
      {
        title: 'Which data we keep',
        body: [
          'Of your account: e-mail, password (only its fingerprint, which cannot be reversed), language, the open sessions with their browser and system, the record of what was done in the account, and the second factor if you turn it on. Of the browsers and networks you sign in from we keep a fingerprint only, to tell you of a new one; the network address goes into that notice and does not stay in your account. If you change your address, the former one, while the change can be undone.',
          'Of the SII: your RUT, your SII password and that of your certificate (encrypted), your companies with their addresses and activities, and your registers of purchases and sales.',
          'Of your business: clients with their RUT, address, line of business and contacts; products, rules and documents with their history and deliveries.',
          'Of the files of documents that you upload to issue them, the whole file and what you correct in it, with what it says of your clients: RUT, name, address, e-mails and what you charge them.',
          'Of your mail account, if you connect it: your address, the name and signature you show, and the permission you gave us. With Gmail that permission is only to send. With Outlook it also lets us see subject, date and headers, never the text: we look at them only in each document we send and in its conversation, so as not to send it twice and to know whether it came back undelivered, and we do not keep them. If you let us send documents of more than 3 MB through Outlook, that permission also allows reading and changing your mails; we use it only to prepare the draft of that sending.',
          'Of your payments, if you follow them: your bank account, the payments and refunds that you record, and what your clients say they transferred, with their voucher if they attach one. Of an online payment, its amount, time and state, and what the payment provider says: the last four digits of the card, or the RUT and bank of whoever paid. The notice that Khipu, Fintoc or Mercado Pago sends us is first kept whole, as it comes: it may also have the name, e-mail, RUT and account number of whoever paid. Later we keep only its numbers, dates and amounts. Of the bank statements that you upload, their movements, not the file: day, amount, operation number and, of what came, who paid and the bank’s text; of what left the account neither to whom nor why, unless the bank says that it is a reversal. Also whom you authorise to pay for a client. If you switch reminders on, which client was reminded of what and when, and whom you asked us not to remind. Whoever has the link of a document sees your account, what is still to be paid of it and the receipt of what was paid; that client’s other documents to pay only with a code mailed to an address that you have of them, and for a day we keep to which contact it was sent.',
          'Of what Folio charges you: for which document, e-mail or payment, when and how much, without names or RUT.',
          'Of whoever writes by the form: name, e-mail, phone if given, and the message.',
          'We ask for no sensitive data and none of minors, and keep no card numbers: they are typed at the payment provider’s page.',
        ],
      },
      {
        title: 'What we use it for, and on which basis',
        body: [
          'To give the service you contracted: enter the SII by your mandate, issue, send and show you what happened. Basis: the contract with you.',
          'To comply with the law: keep tax documents, issue our own invoices and answer competent authorities. Basis: legal obligation.',
          'To take care of your account and the service: notice strange access, limit abuse, keep an unalterable history of each issue. Basis: the legitimate interest, yours and ours, that nobody issues for you.',
          'To send the notices you chose and answer your messages. Basis: your consent, which you may withdraw at any time for the future.',
          'We sell no data, use none for advertising and take no automated decisions with legal effects on you: documents leave because you scheduled the rule.',
        ],
      },
      {
        title: 'How we guard your SII password',
        body: [
          'The password and that of the certificate are kept encrypted, each with its own key, and those keys are closed by another that lies outside the database. Only the process that enters the SII can open them, at the moment of use. They are never written to logs, mails or unencrypted backups, and never shown again.',
          'If the SII refuses the password we do not try it again: we ask you for the right one. When you delete the connection, the password is destroyed.',
        ],
      },
      {
        title: 'With whom we share it',
        body: [
          'With the SII, what is needed to issue and look up your documents. With your clients, the documents you issue to them. With the payment provider that you connect and your client chooses, the document, its amount and the name and RUT of its recipient. With Google or Microsoft, the mails you send through them, if you connected that account. With the mail service that delivers the notices of Folio, your address and the notice. With those who lend us servers and storage, as processors, under contract and unable to use the data for anything else.',
          'With courts and authorities, only when the law compels it and strictly what was asked.',
        ],
      },
      {
        title: 'Data outside Chile',
        body: [
          'Google and Microsoft may process outside Chile the mails you send through them. If another provider does, it will be in countries with adequate protection or under contractual clauses with equivalent guarantees, as the law demands.',
        ],
      },
      {
        title: 'For how long',
        body: [
          'Credentials, while the connection lasts. Account data, your clients, rules and the record of what was done, while you have the account. An account that is not activated, 30 days.',
          'Tax documents with their history, their deliveries and what the SII reports of those months, 6 years and 3 months from issue: the 6 years of articles 17 and 200 of the Tax Code count from when the tax is due. If you close the account, the issued documents, their history, the mandate you accepted and the record of what your SII password was used for, which prove that we acted for you, and what Folio charged you are kept; everything else is erased when you close it.',
          'What Folio charged you, line by line and without names or RUT, 6 years and 3 months, also if you close the account: it is the record of our sales, which the law makes us keep.',
          'The payments, refunds and declared transfers of a document, with their vouchers, and the tries to pay online, as long as the document. The whole notices of payment providers, 30 days from when we processed them; their numbers, dates and amounts, without who paid, 6 years and 3 months from their arrival. All of it is erased when you close the account.',
          'Messages of the form, one year. The note that we sent you a notice, 30 days. The answer to each order you give, in case your browser repeats it, 30 days; that of a contact is erased with it. The words of a page of the SII that we did not know, 90 days from the last time. A session, 90 days at most. The fingerprint of a browser and a network, one year from the last time. Who paid and the bank’s text, of a movement that is no payment, 13 months. A file of documents that you upload, 90 days, or until you delete it. The former address of your account, 7 days from the change.',
          'Then it is erased, every night. Encrypted backups are renewed and lose what was erased in their own cycle.',
        ],
      },
      {
        title: 'Your rights',
        body: [
          'You may ask, free of charge, for: access to your data and a copy; rectification of what is inexact; erasure of what is no longer needed; objection to a use based on legitimate interest; portability, in an open format another program can read; and temporary blocking while a request is settled. You may also withdraw your consent and revoke the mandate.',
          'The copy and portability are yours at once in your profile: “All that we keep of you” downloads a ZIP with your data in Excel and JSON, and the PDF and XML of each document. Erasure too: “Delete the account”, which first shows you what is erased and what the law orders to be kept. Rectification: you correct the address of the account in your profile, and your clients and their contacts where you use them. Blocking: “Suspend the use of your data”, in your profile; meanwhile we issue nothing, do not enter the SII on our own and mail none of your documents. You revoke the mandate in Connections, and the permission of your mail account in Mail.',
          'For the rest, or if you cannot sign in, write to {{supportEmail}} from the address of your account. We answer within 30 calendar days, which may be extended once by another 30 if the case demands it; blocking, within 2 business days. If we deny something we say why: for example, we cannot erase ahead of time documents that tax law orders us to keep.',
          'If our answer does not satisfy you, you may complain to the Chilean data protection agency (Agencia de Protección de Datos Personales).',
        ],
      },
      {
        title: 'Cookies and what stays in your browser',
        body: [
          'We use no advertising or measuring cookies and no programs of third parties. That is why you see no cookie notice.',
          'When you log in or confirm your address, your browser gets a technical cookie that lasts one year: it recognises that browser, so that the failed tries of others do not keep you out of your account.',
          'While you connect a mail account there is another technical cookie that lasts minutes and proves that the answer of Google or Microsoft returns to your same browser.',
          'If somebody asks to see their other documents to pay with a code, their browser gets a technical cookie for that page alone: it lasts 10 minutes until the code is typed and 30 from then on, so that those documents are shown only there.',
          'In the browser’s storage we keep your session, the language, the light or dark appearance, the draft of the rule you are creating and marks of something under way, such as connecting a mailbox; never passwords. Session and draft are erased when you log out.',
        ],
      },
      {
        title: 'If something goes wrong',
        body: [
          'If there were a security breach that put your rights at risk, we will tell the data protection agency and you without delay: what happened, which data it reached and what you should do.',
        ],
      },
      {
        title: 'Changes and questions',
        body: [
          'Each version of this policy has a date and the same number as the terms. Changes are told by e-mail 30 days before they are in force, and we show them when you sign in.',
          'Questions: {{supportEmail}}. We answer within 30 business days, and usually much sooner, Monday to Friday from 9:00 to 18:00 (GMT-3).',
        ],
      },
    ],
  },
}
