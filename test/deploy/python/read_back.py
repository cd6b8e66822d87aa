"""
Reads every resource of a stack back by its service's own API: `read_back.py STACK` prints, as JSON, by logical id, the
type, the physical id, and what the service says of it (null: it says that there is no such thing). Types that no service
is asked about are left out.

`read_back.py --ids` reads such a JSON from its input and asks about the same ids again: for what remains without a stack.
"""

import json
import sys

import boto3
from botocore.exceptions import ClientError

clients = {}


def aws(service):
    if service not in clients:
        clients[service] = boto3.client(service)
    return clients[service]


def first(answer, key):
    return next(iter(answer[key]), None)


def ec2(operation, key, argument):
    """How EC2 is asked about one of its things."""
    return lambda id: first(getattr(aws("ec2"), operation)(**{argument: [id]}), key)


def vpc(id):
    attribute = lambda name: aws("ec2").describe_vpc_attribute(VpcId=id, Attribute=name)  # noqa: E731
    return {
        **first(aws("ec2").describe_vpcs(VpcIds=[id]), "Vpcs"),
        "DnsSupport": attribute("enableDnsSupport")["EnableDnsSupport"]["Value"],
        "DnsHostnames": attribute("enableDnsHostnames")["EnableDnsHostnames"]["Value"],
    }


def queue(url):
    return aws("sqs").get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]


def function(name):
    answer = aws("lambda").get_function(FunctionName=name)
    reserved = answer.get("Concurrency", {}).get("ReservedConcurrentExecutions")
    policy = unless("ResourceNotFoundException", lambda: json.loads(aws("lambda").get_policy(FunctionName=name)["Policy"]))
    return {**answer["Configuration"], "ReservedConcurrentExecutions": reserved, "Policy": policy}


def layer(arn):
    name, version = arn.split(":")[-2:]
    return aws("lambda").get_layer_version(LayerName=name, VersionNumber=int(version))


def mapping(uuid):
    return aws("lambda").get_event_source_mapping(UUID=uuid)


def role(name):
    iam = aws("iam")
    return {
        "AssumeRolePolicyDocument": iam.get_role(RoleName=name)["Role"]["AssumeRolePolicyDocument"],
        "ManagedPolicies": [one["PolicyArn"] for one in iam.list_attached_role_policies(RoleName=name)["AttachedPolicies"]],
        "Policies": {
            policy: iam.get_role_policy(RoleName=name, PolicyName=policy)["PolicyDocument"]
            for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]
        },
    }


def managed_policy(arn):
    policy = aws("iam").get_policy(PolicyArn=arn)["Policy"]
    version = aws("iam").get_policy_version(PolicyArn=arn, VersionId=policy["DefaultVersionId"])
    return version["PolicyVersion"]["Document"]


def secret(arn):
    """The text itself goes nowhere."""
    text = aws("secretsmanager").get_secret_value(SecretId=arn)["SecretString"]
    seen = {one["FunctionName"]: one for one in aws("lambda").list_functions()["Functions"]}
    for stack in aws("cloudformation").describe_stacks()["Stacks"]:
        seen[stack["StackName"]] = aws("cloudformation").get_template(StackName=stack["StackName"])["TemplateBody"]
    # A list with nobody in it tells nothing, and stands in every template.
    found_in = [name for name, shown in seen.items() if text != "[]" and text in json.dumps(shown, default=str)]
    return {"Length": len(text), "LettersAndDigits": text.isalnum(), "FoundIn": found_in}


def topic(arn):
    return aws("sns").get_topic_attributes(TopicArn=arn)["Attributes"]


def subscription(arn):
    return aws("sns").get_subscription_attributes(SubscriptionArn=arn)["Attributes"]


def alarm(name):
    return first(aws("cloudwatch").describe_alarms(AlarmNames=[name]), "MetricAlarms")


def dashboard(name):
    return json.loads(aws("cloudwatch").get_dashboard(DashboardName=name)["DashboardBody"])


def log_group(name):
    groups = aws("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]
    return next((group for group in groups if group["logGroupName"] == name), None)


def bucket(name):
    s3 = aws("s3")
    s3.head_bucket(Bucket=name)
    return {
        "PublicAccessBlock": unless(
            "NoSuchPublicAccessBlockConfiguration",
            lambda: s3.get_public_access_block(Bucket=name)["PublicAccessBlockConfiguration"],
        ),
        "Encryption": s3.get_bucket_encryption(Bucket=name)["ServerSideEncryptionConfiguration"]["Rules"],
        "Lifecycle": unless("NoSuchLifecycleConfiguration", lambda: s3.get_bucket_lifecycle_configuration(Bucket=name)["Rules"]),
        "Ownership": unless(
            "OwnershipControlsNotFoundError", lambda: s3.get_bucket_ownership_controls(Bucket=name)["OwnershipControls"]
        ),
    }


def bucket_policy(name):
    return json.loads(aws("s3").get_bucket_policy(Bucket=name)["Policy"])


def event_bus(name):
    return aws("events").describe_event_bus(Name=name)


def rule(id):
    name = id.split("/")[-1]
    targets = aws("events").list_targets_by_rule(Rule=name)["Targets"]
    return {**aws("events").describe_rule(Name=name), "Targets": targets}


def replication_group(id):
    return first(aws("elasticache").describe_replication_groups(ReplicationGroupId=id), "ReplicationGroups")


def cache_subnet_group(name):
    return first(aws("elasticache").describe_cache_subnet_groups(CacheSubnetGroupName=name), "CacheSubnetGroups")


def http_api(id):
    v2 = aws("apigatewayv2")
    return {
        **v2.get_api(ApiId=id),
        "Stages": v2.get_stages(ApiId=id)["Items"],
        "Routes": v2.get_routes(ApiId=id)["Items"],
        "Integrations": v2.get_integrations(ApiId=id)["Items"],
    }


READERS = {
    "AWS::ApiGatewayV2::Api": http_api,
    "AWS::SQS::Queue": queue,
    "AWS::Lambda::Function": function,
    "AWS::Lambda::LayerVersion": layer,
    "AWS::Lambda::EventSourceMapping": mapping,
    "AWS::IAM::Role": role,
    "AWS::IAM::ManagedPolicy": managed_policy,
    "AWS::SecretsManager::Secret": secret,
    "AWS::SNS::Topic": topic,
    "AWS::SNS::Subscription": subscription,
    "AWS::CloudWatch::Alarm": alarm,
    "AWS::CloudWatch::Dashboard": dashboard,
    "AWS::Logs::LogGroup": log_group,
    "AWS::S3::Bucket": bucket,
    "AWS::S3::BucketPolicy": bucket_policy,
    "AWS::Events::EventBus": event_bus,
    "AWS::Events::Rule": rule,
    "AWS::ElastiCache::ReplicationGroup": replication_group,
    "AWS::ElastiCache::SubnetGroup": cache_subnet_group,
    "AWS::EC2::VPC": vpc,
    "AWS::EC2::Subnet": ec2("describe_subnets", "Subnets", "SubnetIds"),
    "AWS::EC2::RouteTable": ec2("describe_route_tables", "RouteTables", "RouteTableIds"),
    "AWS::EC2::InternetGateway": ec2("describe_internet_gateways", "InternetGateways", "InternetGatewayIds"),
    "AWS::EC2::NatGateway": ec2("describe_nat_gateways", "NatGateways", "NatGatewayIds"),
    "AWS::EC2::EIP": ec2("describe_addresses", "Addresses", "PublicIps"),
    "AWS::EC2::SecurityGroup": ec2("describe_security_groups", "SecurityGroups", "GroupIds"),
    "AWS::EC2::VPCEndpoint": ec2("describe_vpc_endpoints", "VpcEndpoints", "VpcEndpointIds"),
}


def unless(code, read):
    try:
        return read()
    except ClientError as error:
        if error.response["Error"]["Code"] == code:
            return None
        raise


def read(kind, id):
    try:
        return READERS[kind](id)
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if error.response["ResponseMetadata"]["HTTPStatusCode"] == 404 or "NotFound" in code or "NonExistent" in code:
            return None
        raise RuntimeError(f"{kind} {id}: {error}") from error


def plain(answer):
    """Without what is about the request and not about the thing. What is only remembered as deleted is gone."""
    if isinstance(answer, dict):
        answer.pop("ResponseMetadata", None)
        if any(answer.get(key) in ("deleted", "deleting") for key in ("State", "Status")):
            return None
    return answer


def resources(stack):
    for page in aws("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack):
        for one in page["StackResourceSummaries"]:
            # What has a condition that does not hold is listed without a type.
            if one.get("PhysicalResourceId"):
                yield one["LogicalResourceId"], {"type": one["ResourceType"], "id": one["PhysicalResourceId"]}


asked = json.load(sys.stdin).items() if sys.argv[1] == "--ids" else resources(sys.argv[1])
print(
    json.dumps(
        {
            name: {"type": one["type"], "id": one["id"], "says": plain(read(one["type"], one["id"]))}
            for name, one in asked
            if one["type"] in READERS
        },
        default=str,
        indent=1,
    )
)
